import * as calls from '@pgis/contract';
import { type Call, callPath, type ErrorCode } from '@pgis/contract';
import {
  type ActorCompany,
  addActors,
  addComment,
  addGroup,
  addLayer,
  addObject,
  describeOnEachDatabase,
  signIn,
  startTestApp,
  type TestApp,
} from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportContent } from '../reports/reportContent.ts';

const standings = ['moduleAdmin', 'unitAdmin', 'writer', 'reader', 'nobody'] as const;
const outsiders = ['anonymous', 'foreignAdmin', 'disabled', 'expired'] as const;
type Who = (typeof standings)[number] | (typeof outsiders)[number];
const everybody: readonly Who[] = [...outsiders.slice(0, 1), ...standings, ...outsiders.slice(1)];

/** A user of the company that is asked about: himself, another one, and one that is not there. */
type Whose = 'own' | 'other' | 'absent';

const ended = { disabled: '401 SESSION_ENDED', expired: '401 SESSION_ENDED' } as const;
const needsSession = { anonymous: '401 NOT_SIGNED_IN', ...ended } as const;
const all = (answer: string) =>
  Object.fromEntries([...standings, 'foreignAdmin'].map((who) => [who, answer])) as Record<
    Exclude<Who, 'anonymous' | 'disabled' | 'expired'>,
    string
  >;

interface PolicyRow {
  readonly call: Call;
  readonly whose: Whose;
  readonly params?: (company: ActorCompany, userId: number) => Record<string, string | number>;
  readonly query?: string;
  readonly body?: object;
  /** Of calls about the tree and base layers: what they ask about. */
  readonly about?: (things: Things) => { params: Record<string, string | number>; body?: object };
  /** Status, and the code of an error. */
  readonly expected: Readonly<Record<Who, string>>;
}

/** In the unit where writer and unitAdmin have their level; nothing of it is to be seen from outside. */
interface Things {
  readonly group: number;
  /** Has an object, so that nobody can delete it. */
  readonly layer: number;
  /** Has none, and may be asked to lose them as often as one likes. */
  readonly emptyLayer: number;
  readonly orderedGroup: number;
  readonly orderedLayer: number;
  readonly status: number;
  readonly mapLayer: number;
}

const sourceJson = '{"url":"https://tiles.example/{z}/{x}/{y}.png"}';
const forbidden = '403 FORBIDDEN';
/** D-PERM: rows of the table from which level on an action is there. */
const from = (standing: 'moduleAdmin' | 'unitAdmin' | 'writer' | 'reader', answer: string) => {
  const first = standings.indexOf(standing);
  return {
    ...all(forbidden),
    ...Object.fromEntries(standings.slice(0, first + 1).map((who) => [who, answer])),
    foreignAdmin: '404 NOT_FOUND',
    ...needsSession,
  } as Record<Who, string>;
};
/** What is for module Admins, of whatever company, and nobody else. */
const moduleAdmins = (answer: string) => ({
  ...all(forbidden),
  moduleAdmin: answer,
  foreignAdmin: answer,
  ...needsSession,
});
/** The same for unit Admins too. */
const admins = (answer: string) => ({ ...moduleAdmins(answer), unitAdmin: answer });
const absentAnswers = { ...all('404 NOT_FOUND'), ...needsSession };

/** D-PERM, the rows about layers, groups, statuses and base layers. */
const treeTable: readonly PolicyRow[] = [
  {
    call: calls.updateClassifier,
    whose: 'own',
    about: ({ layer }) => ({ params: { baseId: 1 }, body: { id: layer, name: 'Layer' } }),
    expected: from('writer', '200'),
  },
  {
    call: calls.updateClassifier,
    whose: 'own',
    about: ({ group }) => ({ params: { baseId: 1 }, body: { id: group, name: 'Group' } }),
    expected: from('unitAdmin', '200'),
  },
  {
    call: calls.updateClassifier,
    whose: 'own',
    about: ({ status }) => ({ params: { baseId: 2 }, body: { id: status, name: 'Policy' } }),
    expected: from('writer', '200'),
  },
  {
    call: calls.updateClassifier,
    whose: 'absent',
    about: ({ layer }) => ({ params: { baseId: 1 }, body: { id: layer, name: 'Layer' } }),
    expected: absentAnswers,
  },
  {
    call: calls.addClassifier,
    whose: 'own',
    about: ({ group }) => ({
      params: { baseId: 1 },
      body: { id1: group, name: 'Added', allObjectsPublic: false },
    }),
    expected: { ...from('unitAdmin', '201'), foreignAdmin: '400 VALIDATION' },
  },
  {
    call: calls.addClassifier,
    whose: 'own',
    about: () => ({ params: { baseId: 1 }, body: { name: 'A group' } }),
    expected: { ...from('unitAdmin', '201'), foreignAdmin: '201' },
  },
  {
    call: calls.addClassifier,
    whose: 'own',
    about: () => ({ params: { baseId: 2 }, body: { id1: 3, name: 'A status' } }),
    expected: { ...from('writer', '201'), foreignAdmin: '201' },
  },
  {
    call: calls.duplicateClassifier,
    whose: 'own',
    about: ({ layer, group }) => ({ params: { baseId: 1, id: layer }, body: { id1: group, name: 'A view' } }),
    expected: from('unitAdmin', '201'),
  },
  {
    call: calls.removeClassifierData,
    whose: 'own',
    about: ({ emptyLayer }) => ({ params: { baseId: 1, id: emptyLayer } }),
    expected: from('unitAdmin', '200'),
  },
  {
    call: calls.deleteClassifier,
    whose: 'own',
    about: ({ layer }) => ({ params: { baseId: 1, id: layer } }),
    expected: from('unitAdmin', '409 LAYER_NOT_EMPTY'),
  },
  {
    call: calls.deleteClassifier,
    whose: 'own',
    about: ({ status }) => ({ params: { baseId: 2, id: status } }),
    expected: from('unitAdmin', '409 STATUS_IN_USE'),
  },
  {
    call: calls.deleteClassifierById,
    whose: 'own',
    about: ({ group }) => ({ params: { baseId: group } }),
    expected: from('unitAdmin', '409 GROUP_NOT_EMPTY'),
  },
  {
    call: calls.listClassObjects,
    whose: 'own',
    about: ({ layer }) => ({ params: { classId: layer } }),
    expected: from('reader', '200'),
  },
  {
    call: calls.listClassObjects,
    whose: 'absent',
    about: ({ layer }) => ({ params: { classId: layer } }),
    expected: absentAnswers,
  },
  {
    call: calls.exportObjectReport,
    whose: 'own',
    about: ({ layer }) => ({ params: { classifierId: layer }, body: {} }),
    expected: from('reader', '200'),
  },
  {
    call: calls.addReportExport,
    whose: 'own',
    about: ({ layer }) => ({ params: {}, body: { classId: layer, format: 'csv' } }),
    expected: from('reader', '201'),
  },
  {
    call: calls.generateStyle,
    whose: 'own',
    about: ({ layer }) => ({ params: { classifierId: layer, ruleKey: 'kind' } }),
    expected: from('writer', '200'),
  },
  {
    call: calls.refreshStyle,
    whose: 'own',
    about: ({ layer }) => ({ params: { classifierId: layer, ruleKey: 'kind' }, body: {} }),
    expected: from('writer', '200'),
  },
  {
    call: calls.previewLayerImage,
    whose: 'own',
    about: ({ layer }) => ({ params: { classifierId: layer }, body: { geomStyle: '' } }),
    // Whoever may, is told what the picture lacks.
    expected: from('writer', '400 IMAGE_REQUEST'),
  },
  {
    call: calls.orderClassifiers,
    whose: 'own',
    about: ({ orderedGroup, orderedLayer }) => ({
      params: { baseId: orderedGroup },
      body: { ids: [orderedLayer] },
    }),
    expected: from('unitAdmin', '204'),
  },
  {
    call: calls.getClassifierUsage,
    whose: 'own',
    about: ({ layer }) => ({ params: { classifierId: layer } }),
    expected: from('reader', '200'),
  },
  {
    call: calls.addMapLayer,
    whose: 'own',
    about: () => ({ params: {}, body: { name: 'Map', sourceType: 'XYZ', sourceJson } }),
    expected: { ...from('moduleAdmin', '201'), foreignAdmin: '201' },
  },
  {
    call: calls.updateMapLayer,
    whose: 'own',
    about: ({ mapLayer }) => ({
      params: { id: mapLayer },
      body: { name: 'Map', sourceType: 'XYZ', sourceJson },
    }),
    expected: from('moduleAdmin', '200'),
  },
  {
    call: calls.deleteMapLayer,
    whose: 'own',
    // The product's own map: everybody sees it, nobody changes it.
    about: () => ({ params: { id: 1 } }),
    expected: { ...all(forbidden), ...needsSession },
  },
  ...[
    calls.duplicateClassifier,
    calls.removeClassifierData,
    calls.deleteClassifier,
    calls.deleteClassifierById,
    calls.generateStyle,
    calls.refreshStyle,
    calls.orderClassifiers,
    calls.getClassifierUsage,
    calls.updateMapLayer,
    calls.deleteMapLayer,
  ].map(
    (call: Call): PolicyRow => ({
      call,
      whose: 'absent',
      about: ({ layer }) => ({
        params: {
          id: layer,
          classifierId: layer,
          ruleKey: 'kind',
          baseId: call.path.endsWith(':baseId') || call.path.endsWith('order') ? layer : 1,
        },
        ...(call === calls.orderClassifiers && { body: { ids: [layer] } }),
        ...(call === calls.updateMapLayer && { body: { name: 'Map', sourceType: 'XYZ', sourceJson } }),
        ...(call === calls.duplicateClassifier && { body: { name: 'A view' } }),
      }),
      expected: absentAnswers,
    }),
  ),
];

const userParams = (_: ActorCompany, userId: number) => ({ userId });
const passwords = { oldPassword: 'not the old one', newPassword: 'a good new password' };

/** What each call answers to each kind of caller. "own" is the caller's own user, or company. */
const table: readonly PolicyRow[] = [
  { call: calls.listReportExports, whose: 'own', expected: { ...all('200'), ...needsSession } },
  ...[calls.getReportExport, calls.downloadReportExport, calls.deleteReportExport].map(
    (call): PolicyRow => ({
      call,
      whose: 'absent',
      params: (_, id) => ({ id }),
      expected: absentAnswers,
    }),
  ),
  ...(
    [
      [calls.listCustomReports, '200', undefined],
      [calls.addCustomReport, '201', { name: 'A', description: '', shared: false, ...reportContent }],
      [calls.previewCustomReport, '200', reportContent],
    ] as const
  ).map(
    ([call, answer, body]): PolicyRow => ({
      call,
      whose: 'own',
      ...(body && { body }),
      expected: { ...all(forbidden), moduleAdmin: answer, foreignAdmin: answer, ...needsSession },
    }),
  ),
  ...[
    calls.getCustomReport,
    calls.changeCustomReport,
    calls.deleteCustomReport,
    calls.runCustomReport,
    calls.exportCustomReport,
  ].map(
    (call: Call): PolicyRow => ({
      call,
      whose: 'absent',
      params: (_, id) => ({ id }),
      ...(call === calls.changeCustomReport && {
        body: { name: 'A', description: '', shared: false, ...reportContent },
      }),
      // Who has no custom reports is told so before he learns whether it exists.
      expected: {
        ...all(forbidden),
        moduleAdmin: '404 NOT_FOUND',
        foreignAdmin: '404 NOT_FOUND',
        ...needsSession,
      },
    }),
  ),
  {
    call: calls.getReportDashboard,
    whose: 'own',
    expected: { ...all('200'), nobody: forbidden, ...needsSession },
  },
  { call: calls.listMapLayers, whose: 'own', expected: { anonymous: '200', ...all('200'), ...ended } },
  {
    call: calls.listCompanyMapLayers,
    whose: 'own',
    params: ({ companyId }) => ({ userCompanyId: companyId }),
    expected: { ...all('200'), foreignAdmin: '404 NOT_FOUND', ...needsSession },
  },
  {
    call: calls.listCompanyMapLayers,
    whose: 'absent',
    params: () => ({ userCompanyId: 987_654 }),
    expected: { ...all('404 NOT_FOUND'), ...needsSession },
  },
  {
    call: calls.searchPlaces,
    whose: 'own',
    query: '?q=riga&lon=24&lat=57',
    expected: { anonymous: '200', ...all('200'), ...ended },
  },
  ...[calls.getSettings, calls.listHelpFiles].map(
    (call): PolicyRow => ({
      call,
      whose: 'own',
      expected: { anonymous: '200', ...all('200'), disabled: '200', expired: '200' },
    }),
  ),
  ...[calls.getUser, calls.getPreferences].map(
    (call): PolicyRow => ({
      call,
      whose: 'own',
      params: userParams,
      expected: { ...all('200'), ...needsSession },
    }),
  ),
  {
    call: calls.getUser,
    whose: 'other',
    params: userParams,
    expected: { ...all('404 NOT_FOUND'), moduleAdmin: '200', unitAdmin: '200', ...needsSession },
  },
  ...[calls.getEffectivePermissions, calls.listUserSessions].map(
    (call): PolicyRow => ({
      call,
      whose: 'other',
      params: userParams,
      expected: { ...all('404 NOT_FOUND'), moduleAdmin: '200', unitAdmin: '200', ...needsSession },
    }),
  ),
  ...[calls.getEffectivePermissions, calls.listUserSessions, calls.endUserSessions].map(
    (call: Call): PolicyRow => ({
      call,
      whose: 'own',
      params: userParams,
      expected: { ...all(call === calls.endUserSessions ? '204' : '200'), ...needsSession },
    }),
  ),
  {
    call: calls.editUser,
    whose: 'own',
    params: userParams,
    body: { phone: '1' },
    expected: { ...all('200'), ...needsSession },
  },
  {
    call: calls.editUser,
    whose: 'other',
    params: userParams,
    body: { phone: '1' },
    expected: { ...all('404 NOT_FOUND'), moduleAdmin: '200', unitAdmin: '200', ...needsSession },
  },
  ...[calls.listUsers, calls.listGroups, calls.listUnits, calls.listLog, calls.exportLogCsv].map(
    (call: Call): PolicyRow => ({
      call,
      whose: 'own',
      expected: admins('200'),
    }),
  ),
  {
    call: calls.addUser,
    whose: 'own',
    body: { email: 'a@b.lv', firstName: '', lastName: '', groupIds: [1] },
    expected: admins('400 VALIDATION'),
  },
  {
    call: calls.addGroup,
    whose: 'own',
    body: { name: 'Group', grants: [{ unitId: 1, level: 'Read' }] },
    expected: admins('400 VALIDATION'),
  },
  {
    call: calls.addUnit,
    whose: 'own',
    body: { name: 'Unit', parentId: 1 },
    expected: moduleAdmins('400 VALIDATION'),
  },
  ...[calls.updateUnit, calls.deleteUnit].map(
    (call: Call): PolicyRow => ({
      call,
      whose: 'absent',
      params: (_, unitId) => ({ unitId }),
      ...(call.body && { body: { name: 'Unit', parentId: 1 } }),
      expected: moduleAdmins('404 NOT_FOUND'),
    }),
  ),
  {
    call: calls.getLogRow,
    whose: 'absent',
    params: (_, rowId) => ({ rowId }),
    expected: admins('404 NOT_FOUND'),
  },
  ...[calls.getGroup, calls.updateGroup, calls.deleteGroup].map(
    (call: Call): PolicyRow => ({
      call,
      whose: 'absent',
      params: (_, groupId) => ({ groupId }),
      ...(call.body && { body: { name: 'Group', grants: [] } }),
      expected: admins('404 NOT_FOUND'),
    }),
  ),
  ...[calls.setUserStatus, calls.inviteAgain, calls.deleteUser].map(
    (call: Call): PolicyRow => ({
      call,
      whose: 'absent',
      params: (_, userId) => ({ userId, userStatus: 'disabled' }),
      expected: admins('404 NOT_FOUND'),
    }),
  ),
  {
    call: calls.putPreferences,
    whose: 'own',
    params: userParams,
    body: {},
    expected: { ...all('200'), ...needsSession },
  },
  {
    call: calls.changePassword,
    whose: 'own',
    params: userParams,
    body: passwords,
    expected: { ...all('400 WRONG_OLD_PASSWORD'), ...needsSession },
  },
  ...[calls.getPreferences, calls.putPreferences, calls.changePassword].map(
    (call: Call): PolicyRow => ({
      call,
      whose: 'other',
      params: userParams,
      ...(call.body && { body: call === calls.changePassword ? passwords : {} }),
      expected: {
        ...all('404 NOT_FOUND'),
        moduleAdmin: '403 FORBIDDEN',
        unitAdmin: '403 FORBIDDEN',
        ...needsSession,
      },
    }),
  ),
  ...[calls.getUser, calls.getPreferences, calls.putPreferences, calls.changePassword].map(
    (call: Call): PolicyRow => ({
      call,
      whose: 'absent',
      params: userParams,
      ...(call.body && { body: call === calls.changePassword ? passwords : {} }),
      expected: { ...all('404 NOT_FOUND'), ...needsSession },
    }),
  ),
];

describeOnEachDatabase('policy of session, users, settings and layers', (getDatabase) => {
  let t: TestApp;
  let own: ActorCompany;
  const headers: Partial<Record<Who, { authorization: string }>> = {};
  const ids: Partial<Record<Who, number>> = {};

  beforeAll(async () => {
    t = await startTestApp(getDatabase());
    own = await addActors(getDatabase());
    const foreign = await addActors(getDatabase());
    for (const who of standings) {
      headers[who] = (await signIn(t, own.users[who])).headers;
      ids[who] = own.users[who].id;
    }
    headers.foreignAdmin = (await signIn(t, foreign.users.moduleAdmin)).headers;
    ids.foreignAdmin = foreign.users.moduleAdmin.id;
    t.clock.advance(-9 * 3_600);
    headers.expired = (await signIn(t, own.users.moduleAdmin)).headers;
    t.clock.advance(9 * 3_600);
    const setStatus = (status: 'enabled' | 'disabled') =>
      getDatabase().db.updateTable('users').set({ status }).where('id', '=', own.users.disabled.id).execute();
    await setStatus('enabled');
    headers.disabled = (await signIn(t, own.users.disabled)).headers;
    await setStatus('disabled');
  });
  afterAll(() => t[Symbol.asyncDispose]());

  /** Everything about the tree that a row may name; of an absent one all ids are the same that is not there. */
  const makeThings = async (): Promise<Things> => {
    const database = getDatabase();
    const place = { companyId: own.companyId, unitId: own.units.roads };
    const group = await addGroup(database, place);
    const orderedGroup = await addGroup(database, place);
    const hidden = { allObjectsPublic: false, fields: ['kind'] };
    const layer = await addLayer(database, { groupId: group, ...hidden });
    const object = await addObject(database, { classId: layer, data: { kind: 'a' } });
    await addComment(database, { geomId: object, content: 'Seen', isPublic: false, status: 'Planned' });
    const idOf = async (table: 'classifiers' | 'map_layers', name: string) =>
      (
        await database.db
          .selectFrom(table)
          .select('id')
          .where('company_id', '=', own.companyId)
          .where('name', '=', name)
          .executeTakeFirstOrThrow()
      ).id;
    await t.call({
      method: 'POST',
      url: '/api/v1/layers',
      headers: { ...headers.moduleAdmin },
      payload: { name: 'Own map', sourceType: 'XYZ', sourceJson },
    });
    return {
      group,
      orderedGroup,
      layer,
      emptyLayer: await addLayer(database, { groupId: group, ...hidden }),
      orderedLayer: await addLayer(database, { groupId: orderedGroup, ...hidden }),
      status: await idOf('classifiers', 'Planned'),
      mapLayer: await idOf('map_layers', 'Own map'),
    };
  };
  let things: Things | undefined;
  const thingsFor = async (whose: Whose): Promise<Things> => {
    things ??= await makeThings();
    if (whose !== 'absent') return things;
    const absent = own.companyId * 2 ** 32 + 999_999_999;
    return Object.fromEntries(Object.keys(things).map((key) => [key, absent])) as unknown as Things;
  };

  const targetOf = (who: Who, whose: Whose): number => {
    if (whose === 'absent') return own.companyId * 2 ** 32 + 999_999_999;
    const other = who === 'writer' ? own.users.reader.id : own.users.writer.id;
    return whose === 'other' ? other : (ids[who] ?? own.users.reader.id);
  };

  const ask = async (row: PolicyRow, who: Who, userId: number) => {
    const { call } = row;
    const about = row.about?.(await thingsFor(row.whose));
    const body = about?.body ?? row.body;
    const { status, text, json } = await t.call<{ error?: ErrorCode }>({
      method: call.method,
      url: callPath(call, about?.params ?? row.params?.(own, userId)) + (row.query ?? ''),
      headers: { ...headers[who] },
      ...(body && { payload: body }),
    });
    return { answer: json?.error === undefined ? String(status) : `${status} ${json.error}`, text };
  };

  for (const row of [...table, ...treeTable])
    test(`D-PERM-02 D-PERM-06: ${row.call.name} of ${row.whose}`, async () => {
      for (const who of everybody) {
        const { answer } = await ask(row, who, targetOf(who, row.whose));
        expect(`${who}: ${answer}`).toBe(`${who}: ${row.expected[who]}`);
      }
    });

  test('D-PERM-06: a foreign user and one that is not there answer the same, byte for byte but the request id', async () => {
    for (const row of table.filter(({ whose }) => whose === 'absent')) {
      const answers = await Promise.all(
        [own.users.writer.id, targetOf('foreignAdmin', 'absent')].map((id) => ask(row, 'foreignAdmin', id)),
      );
      const [foreign, absent] = answers.map(({ text }) => text.replace(/[0-9a-f-]{36}/, 'REQUEST'));
      expect(foreign).toBe(absent);
    }
  });

  test('D-SESS-11: a bad token is 401, never anonymous', async () => {
    for (const authorization of ['Bearer broken', 'Bearer', 'Basic dXNlcjpwYXNz', '']) {
      const { status } = await t.call({ url: '/api/v1/layers', headers: { authorization } });
      expect(`${authorization}: ${status}`).toBe(`${authorization}: 401`);
    }
  });
});
