import { type AuditAction, type AuditEntity, auditActions } from '@pgis/contract';
import { describeOnEachDatabase } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sealLog } from '../../src/audit/sealLog.ts';
import { verifyLog } from '../../src/audit/verifyLog.ts';
import { newAddress } from '../objects/ObjectWorld.ts';
import { changeLayers, runReports, shareViews } from './actions/changeLayers.ts';
import { changeObjects, reporterEmail } from './actions/changeObjects.ts';
import { changeSessions } from './actions/changeSessions.ts';
import { changeCompany, changeUsers } from './actions/changeUsers.ts';
import { type LogWorld, makeLogWorld } from './LogWorld.ts';

vi.setConfig({ testTimeout: 60_000 });

interface Expected {
  readonly about: AuditEntity;
  /** Actor of a log row: a signed-in user, or a visitor, the command line or a user not signed in yet. */
  readonly by: 'user' | 'nobody' | 'both';
  /** The details hold old and new of what changed. */
  readonly hasChange?: true;
}

/** The type requires an entry for every action of the contract; the test requires that the action ran and wrote its row. */
const expected: Readonly<Record<AuditAction, Expected>> = {
  LOGIN: { about: 'user', by: 'user' },
  LOGIN_FAILED: { about: 'user', by: 'nobody' },
  LOGOUT: { about: 'user', by: 'user' },
  TOKEN_REUSE: { about: 'user', by: 'user' },
  SESSIONS_ENDED: { about: 'user', by: 'user' },
  PASSWORD_CHANGED: { about: 'user', by: 'user' },
  PASSWORD_CHANGE_FAILED: { about: 'user', by: 'user' },
  PASSWORD_LINK_MADE: { about: 'user', by: 'nobody' },
  PASSWORD_RESET_REQUESTED: { about: 'user', by: 'nobody' },
  PASSWORD_SET_BY_LINK: { about: 'user', by: 'nobody' },
  ACCESS_DENIED: { about: 'call', by: 'user' },
  USER_ADDED: { about: 'user', by: 'user' },
  USER_INVITED: { about: 'user', by: 'user' },
  USER_UPDATED: { about: 'user', by: 'user', hasChange: true },
  USER_ENABLED: { about: 'user', by: 'user' },
  USER_DISABLED: { about: 'user', by: 'user' },
  USER_ANONYMISED: { about: 'user', by: 'user' },
  GROUP_ADDED: { about: 'group', by: 'user' },
  GROUP_UPDATED: { about: 'group', by: 'user', hasChange: true },
  GROUP_DELETED: { about: 'group', by: 'user' },
  UNIT_ADDED: { about: 'unit', by: 'user' },
  UNIT_UPDATED: { about: 'unit', by: 'user', hasChange: true },
  UNIT_DELETED: { about: 'unit', by: 'user' },
  CLASSIFIER_ADDED: { about: 'classifier', by: 'both' },
  CLASSIFIER_UPDATED: { about: 'classifier', by: 'user', hasChange: true },
  CLASSIFIER_DELETED: { about: 'classifier', by: 'user' },
  CLASSIFIER_RESTORED: { about: 'classifier', by: 'user' },
  CLASSIFIERS_ORDERED: { about: 'classifier', by: 'user' },
  DATA_REMOVED: { about: 'classifier', by: 'user' },
  DATA_RESTORED: { about: 'classifier', by: 'user' },
  STYLE_GENERATED: { about: 'classifier', by: 'user' },
  OBJECTS_IMPORTED: { about: 'classifier', by: 'nobody' },
  OBJECT_ADDED: { about: 'object', by: 'nobody' },
  OBJECT_CHANGED: { about: 'object', by: 'user', hasChange: true },
  OBJECTS_CHANGED: { about: 'object', by: 'user' },
  OBJECT_MOVED_TO_LAYER: { about: 'object', by: 'user', hasChange: true },
  OBJECT_STATE_RESTORED: { about: 'object', by: 'user', hasChange: true },
  OBJECT_DELETED: { about: 'object', by: 'user' },
  OBJECT_RESTORED: { about: 'object', by: 'user' },
  OBJECT_UPVOTED: { about: 'object', by: 'user' },
  OBJECT_EXPORTED: { about: 'object', by: 'user' },
  OBJECT_APPROVED: { about: 'object', by: 'user' },
  OBJECT_HIDDEN: { about: 'object', by: 'user' },
  OBJECT_UNHIDDEN: { about: 'object', by: 'user' },
  OBJECT_REOPENED: { about: 'object', by: 'nobody', hasChange: true },
  OBJECT_CASE_CHANGED: { about: 'object', by: 'user', hasChange: true },
  OBJECTS_MERGED: { about: 'object', by: 'user' },
  MERGE_UNDONE: { about: 'object', by: 'user' },
  COMMENT_ADDED: { about: 'object', by: 'user' },
  COMMENT_DELETED: { about: 'object', by: 'user' },
  COMMENTS_ADDED: { about: 'object', by: 'user' },
  COMMENTS_DELETED: { about: 'object', by: 'user' },
  FILE_CHANGED: { about: 'object', by: 'user', hasChange: true },
  FILE_ADDED: { about: 'object', by: 'both' },
  FILE_DELETED: { about: 'object', by: 'user' },
  EXPORT: { about: 'log', by: 'user' },
  REPORT_RUN: { about: 'report', by: 'user' },
  REPORT_SAVED: { about: 'report', by: 'user' },
  REPORT_DELETED: { about: 'report', by: 'user' },
  REPORT_SCHEDULED: { about: 'report', by: 'user' },
  REPORT_MAILED: { about: 'report', by: 'user' },
  LINK_SAVED: { about: 'link', by: 'user' },
  LINK_TURNED_OFF: { about: 'link', by: 'user' },
  COMPANY_ADDED: { about: 'company', by: 'nobody' },
  COMPANY_UPDATED: { about: 'company', by: 'user', hasChange: true },
  ROUTING_CHANGED: { about: 'company', by: 'user', hasChange: true },
  TEMPLATE_ADDED: { about: 'template', by: 'user' },
  TEMPLATE_CHANGED: { about: 'template', by: 'user', hasChange: true },
  TEMPLATE_DELETED: { about: 'template', by: 'user' },
  LOGO_CHANGED: { about: 'company', by: 'user' },
  LAYER_ADDED: { about: 'mapLayer', by: 'user' },
  LAYER_UPDATED: { about: 'mapLayer', by: 'user', hasChange: true },
  LAYER_DELETED: { about: 'mapLayer', by: 'user' },
  REPORTER_UNSUBSCRIBED: { about: 'object', by: 'nobody' },
  LOG_ERASED: { about: 'log', by: 'user' },
};

/** Rows of the command line and of background work, which have no request; an import adds its layer, too. */
const withoutRequest: readonly AuditAction[] = [
  'REPORT_MAILED',
  'PASSWORD_LINK_MADE',
  'OBJECTS_IMPORTED',
  'COMPANY_ADDED',
];
const hasRequest = ({ action, user_id }: { action: string; user_id: number | null }): boolean =>
  action === 'CLASSIFIER_ADDED' ? user_id !== null : !withoutRequest.includes(action as AuditAction);

describeOnEachDatabase('what is in the log', (getDatabase) => {
  let world: LogWorld;
  let addedCompany = 0;
  let secrets: readonly string[] = [];
  beforeAll(async () => {
    world = await makeLogWorld(getDatabase());
    secrets = await changeSessions(world);
    await changeUsers(world);
    await changeLayers(world);
    await runReports(world);
    await shareViews(world);
    await changeObjects(world);
    addedCompany = await changeCompany(world);
    await world.t.deps.background.idle();
  }, 60_000);
  afterAll(() => world[Symbol.asyncDispose]());

  const rows = () =>
    getDatabase()
      .db.selectFrom('audit_log')
      .selectAll()
      .where('company_id', 'in', [world.own.companyId, addedCompany])
      .orderBy('id')
      .execute();

  test('D-LOG-01: every change and every event of security has its row, and no row a secret', async () => {
    const log = await rows();
    expect([...new Set(log.map(({ action }) => action))].sort()).toEqual([...auditActions].sort());

    const text = JSON.stringify(log);
    for (const secret of [...secrets, reporterEmail]) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/argon2|eyJ[\w-]+\.|data:image|password_hash/);
    await sealLog(getDatabase());
    for (const companyId of [world.own.companyId, addedCompany])
      expect(await verifyLog(getDatabase().db, companyId)).toMatchObject({ unsealed: 0, problems: [] });
  });

  test.each(Object.entries(expected) as [AuditAction, Expected][])(
    'D-LOG-01: %s: the row says what it is about, by whom, from where and how it ended',
    async (action, { about, by, hasChange }) => {
      const found = (await rows()).filter((row) => row.action === action);
      expect(found.length).toBeGreaterThan(0);
      expect(found.map(({ entity }) => entity)).toContain(about);
      const actors = new Set(found.map(({ user_id }) => (user_id === null ? 'nobody' : 'user')));
      expect(by === 'both' ? [...actors].sort() : [...actors]).toEqual(
        by === 'both' ? ['nobody', 'user'] : [by],
      );
      for (const row of found) {
        expect(row.result).toBe(/FAILED|REUSE|DENIED/.test(action) ? 'refused' : 'ok');
        expect(row.request_id !== '').toBe(hasRequest(row));
        if (row.user_id !== null) expect(row.user_name).not.toBe('');
        if (row.entity === 'object') expect([row.layer_id, row.unit_id]).not.toContain(null);
      }
      if (hasChange)
        expect(found.at(-1)?.details).toMatchObject({ old: expect.any(Object), new: expect.any(Object) });
    },
  );

  test('D-SESS-06: a failed sign-in with an address that nobody has keeps nothing of what was typed', async () => {
    const email = 'typed-canary@nowhere.example';
    await world.t.call({
      method: 'POST',
      url: '/api/v1/token',
      headers: newAddress(),
      payload: { email, password: 'a guess that is wrong' },
    });
    const [row] = await getDatabase()
      .db.selectFrom('audit_log')
      .selectAll()
      .where('company_id', '=', 0)
      .where('action', '=', 'LOGIN_FAILED')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(row).toMatchObject({ result: 'refused', user_id: null, entity_id: null });
    expect(JSON.stringify(row)).not.toMatch(/canary|guess/);
  });
});
