import type { AuditAction, CurrentUser } from '@pgis/contract';
import { readConfig } from '@pgis/server';
import {
  type ActorCompany,
  actorPassword,
  addComment,
  addLayer,
  addObject,
  describeOnEachDatabase,
  signIn,
} from '@pgis/testkit';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runPgis } from '../../src/cli/runPgis.ts';
import { sealLog, verifyLog } from '../../src/features/log/index.ts';
import { type FileWorld, makeFileWorld } from '../files/FileWorld.ts';
import { aFile, filesFor, formHeaders, toForm } from '../files/multipart.ts';
import { type Asker, cookieOf, newAddress } from '../objects/ObjectWorld.ts';

vi.setConfig({ testTimeout: 60_000 });

const newPassword = 'battery staple 9 horses';
const linkPassword = 'another horse 11 stable';
const wrongPassword = 'a wrong guess 13 times';
const reporterEmail = 'reporter-canary@example.org';

describeOnEachDatabase('what is in the log', (getDatabase) => {
  let world: FileWorld;
  let own: ActorCompany;
  beforeAll(async () => {
    world = await makeFileWorld(getDatabase());
    own = world.own;
  });
  afterAll(() => world[Symbol.asyncDispose]());

  type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sends what has to succeed; gives the id of what was added. */
  const send = async (method: Method, path: string, payload?: object, asker: Asker = 'moduleAdmin') => {
    const answer = await world.t.call<{ id: number; version: number }>({
      method,
      url: `/api/v1/${path}`,
      headers: { ...world.headersOf(asker) },
      ...(payload && { payload }),
    });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer;
  };
  const add = async (path: string, payload: object) => (await send('POST', path, payload)).json.id;
  const rows = () =>
    getDatabase()
      .db.selectFrom('audit_log')
      .selectAll()
      .where('company_id', '=', own.companyId)
      .orderBy('id')
      .execute();
  const pgis = (...args: string[]) => {
    const print = () => {};
    const config = readConfig({}, '/srv');
    return runPgis(args, () => ({ config, print, openDatabase: async () => getDatabase() }), {
      print,
      printError: print,
    });
  };

  const sessions = async () => {
    const { email } = own.users.nobody;
    const { t } = world;
    const token = (password: string) =>
      t.call({ method: 'POST', url: '/api/v1/token', payload: { email, password } });
    await token(wrongPassword);
    const { user, headers } = await signIn(t, own.users.nobody);
    const accessToken = user.token;
    const asked = await t.call<{ data: { refreshToken: string } }>({
      method: 'POST',
      url: '/api/v1/token/refresh',
      payload: { accessToken },
    });
    const pair = { accessToken, refreshToken: asked.json.data.refreshToken };
    const exchange = () =>
      t.call<{ data: CurrentUser }>({ method: 'POST', url: '/api/v1/token/refreshed', payload: pair });
    await exchange();
    const change = (oldPassword: string) =>
      t.call({
        method: 'PUT',
        url: `/api/v1/user/${user.userId}`,
        headers,
        payload: { oldPassword, newPassword },
      });
    await change(wrongPassword);
    await change(actorPassword);
    await t.call({ method: 'DELETE', url: `/api/v1/user/${user.userId}/sessions`, headers });
    await t.call({ url: '/api/v1/log', headers });
    t.clock.advance(30);
    await exchange();
    const again = await signIn(t, { email, password: newPassword });
    await t.call({
      method: 'POST',
      url: '/api/v1/token/dispose',
      payload: { accessToken: again.user.token },
    });
    await t.call({ method: 'POST', url: '/api/v1/user/resend-password', payload: { email } });
    const mail = (await t.mails()).find(({ to }) => to === email);
    const link = /reset\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
    await t.call({ method: 'PUT', url: `/api/v1/user/new/${link}`, payload: { newPassword: linkPassword } });
    await pgis('user', 'link', email);
    return [accessToken, pair.refreshToken, again.user.token, link];
  };

  const people = async () => {
    const person = { firstName: 'Jānis', lastName: 'Bērziņš', groupIds: [] };
    const email = `invited@company${own.companyId}.example`;
    const user = await add('user', { ...person, email });
    await send('POST', `user/${user}/invitation`);
    await send('PATCH', `user/${user}`, { phone: '+371 20000000' });
    await send('POST', `user/${user}/status/disabled`);
    await send('POST', `user/${user}/status/enabled`);
    const group = await add('groups', {
      name: 'A group',
      grants: [{ unitId: own.units.forests, level: 'Read' }],
    });
    await send('PUT', `groups/${group}`, { name: 'Renamed', grants: [] });
    await send('DELETE', `groups/${group}`);
    const unit = await add('units', { name: 'A unit', parentId: own.units.root });
    await send('PUT', `units/${unit}`, { name: 'Other name', parentId: own.units.forests });
    await send('DELETE', `units/${unit}`);
  };

  const layers = async () => {
    const group = await add('classifiers/1', { name: 'Group' });
    const layer = await add('classifiers/1', { id1: group, name: 'Layer', description: 'd' });
    await send('PUT', 'classifiers/1', {
      id: layer,
      name: 'Other name',
      layerFields: [{ name: 'kind', type: 'text' }],
    });
    await addObject(getDatabase(), { classId: layer, data: { kind: 'a' } });
    await send('POST', `classifiers/${layer}/generate-style/kind`, {});
    await send('PUT', `classifiers/${group}/order`, { ids: [layer] });
    await send('POST', `classifiers/1/${layer}/remove-data`);
    await send('DELETE', `classifiers/1/${layer}`);
    const sourceJson = '{"url":"https://tiles.example/{z}/{x}/{y}.png"}';
    const map = await add('layers', { name: 'Map', sourceType: 'XYZ', sourceJson });
    await send('PUT', `layers/${map}`, { name: 'Other map', sourceType: 'XYZ', sourceJson });
    await send('DELETE', `layers/${map}`);
  };

  const objects = async () => {
    const open = { groupId: world.roadsGroup, allowPublicRegistration: true, fields: ['state'] };
    const layer = await addLayer(getDatabase(), { ...open, showAfterReview: true });
    const other = await addLayer(getDatabase(), open);
    const report = await world.t.call<{ id: number }>({
      method: 'POST',
      url: '/api/v1/geoms/add',
      headers: newAddress(),
      payload: {
        wkt: 'POINT(1 2)',
        name: 'Address',
        description: 'Topic',
        classId: layer,
        userEmail: reporterEmail,
      },
    });
    const { id } = report.json;
    await world.t.call({
      method: 'POST',
      url: '/api/v1/geom-files',
      headers: { ...newAddress(), ...cookieOf(report.headers), ...formHeaders },
      payload: filesFor(id, aFile('photo.txt', 'a photo')),
    });
    await send('POST', `geoms/${id}/approve`);
    await send('POST', `geoms/${id}/hide`, { reason: 'A face can be seen' });
    await send('POST', `geoms/${id}/unhide`);
    const change = { name: 'Other address', description: 'Topic', classId: layer };
    await send('PUT', `geoms/${id}`, { ...change, data: '{"state":"bad"}', wkt: 'POINT(3 4)' }, 'writer');
    await send('PUT', `geoms/${id}`, { ...change, classId: other, oldClassId: layer }, 'writer');
    await send('POST', `geoms/${id}/upvote`, undefined, 'reader');
    await send('POST', `geoms/csv/${id}`, { id });
    const history = await world.t.call<{ items: { id: number; action: string }[] }>({
      url: `/api/v1/geoms/${id}/history`,
      headers: world.headersOf('writer'),
    });
    const changed = history.json.items.find(({ action }) => action === 'OBJECT_CHANGED');
    await send('POST', `geoms/${id}/history/${changed?.id}/restore`, undefined, 'writer');
    const status = await addComment(getDatabase(), { geomId: id, content: 'x', isPublic: false }).then(
      (comment) =>
        getDatabase()
          .db.selectFrom('comments')
          .select('status_id')
          .where('id', '=', comment)
          .executeTakeFirstOrThrow(),
    );
    const comment = await add(`geoms/${id}/comment`, { content: 'Looked at', statusId: status.status_id });
    await send('DELETE', `geoms/${id}/comment/${comment}`);
    const many = `geoms/class-objects/${layer}`;
    const chosen = async () => (await world.ask<{ objects: object[] }>('GET', `${many}/ids`, 'writer')).json;
    const { objects } = await chosen();
    await send('POST', `${many}/field`, { objects, field: 'state', value: 'good' });
    const commented = await world.ask<{ entryId: number }>('POST', `${many}/comment`, 'writer', {
      payload: { objects: (await chosen()).objects, content: 'All of them', statusId: status.status_id },
    });
    await send('POST', `${many}/bulk-edits/${commented.json.entryId}/undo`, undefined, 'writer');
    const [file] = await world.attach(id, aFile('a.txt', 'abc'));
    if (file) await world.remove('moduleAdmin', file);
    await send('DELETE', `geoms/${id}`);
    await send('POST', `geoms/${id}/restore`);
  };

  const company = async () => {
    await send('PUT', `companies/${own.companyId}`, {
      name: 'Renamed company',
      regNumber: '',
      address: '',
      email: '',
      phone: '',
      website: '',
      defaultCenter: null,
      defaultZoom: null,
    });
    const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    await world.t.call({
      method: 'POST',
      url: '/api/v1/profile-files/import-logo',
      headers: { ...world.headersOf('moduleAdmin'), ...formHeaders },
      payload: toForm([{ field: 'file', fileName: 'logo.png', bytes }]),
    });
    await send('GET', 'log/csv');
  };

  /** Written by what has tests of its own: imports, first start, reports, privacy, mails. */
  const elsewhere: readonly AuditAction[] = [
    'COMPANY_ADDED',
    'OBJECTS_IMPORTED',
    'REPORT_RUN',
    'REPORT_SAVED',
    'REPORT_DELETED',
    'USER_ANONYMISED',
    'REPORTER_UNSUBSCRIBED',
    'LOG_ERASED',
  ];

  test('D-LOG-01: every change and every event of security has its row, and no row a secret', async () => {
    const secrets = await sessions();
    await people();
    await layers();
    await objects();
    await company();
    await world.t.deps.background.idle();
    const { auditActions } = await import('@pgis/contract');
    const log = await rows();
    expect([...new Set(log.map(({ action }) => action))].sort()).toEqual(
      auditActions.filter((action) => !elsewhere.includes(action)).sort(),
    );

    const text = JSON.stringify(log);
    for (const secret of [...secrets, actorPassword, newPassword, linkPassword, wrongPassword, reporterEmail])
      expect(text).not.toContain(secret);
    expect(text).not.toMatch(/argon2|eyJ[\w-]+\.|data:image|password_hash/);
    for (const row of log) {
      expect([row.action, row.entity, row.request_id !== '' || row.action === 'PASSWORD_LINK_MADE']).toEqual([
        row.action,
        expect.stringMatching(/^(user|group|unit|company|classifier|object|mapLayer|call|log)$/),
        true,
      ]);
      expect([row.action, row.result]).toEqual([
        row.action,
        /FAILED|REUSE|DENIED/.test(row.action) ? 'refused' : 'ok',
      ]);
      if (row.entity === 'object') expect([row.action, row.layer_id, row.unit_id]).not.toContain(null);
    }
    await sealLog(getDatabase());
    expect(await verifyLog(getDatabase().db, own.companyId)).toMatchObject({ unsealed: 0, problems: [] });
  });

  test('D-SESS-06: a failed sign-in with an address that nobody has keeps nothing of what was typed', async () => {
    const email = 'typed-canary@nowhere.example';
    await world.t.call({
      method: 'POST',
      url: '/api/v1/token',
      headers: newAddress(),
      payload: { email, password: wrongPassword },
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
