import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErrorBody, Geom } from '@pgis/contract';
import { addActors, addLayer, addObject, describeOnEachDatabase, signIn } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealLog } from '../../src/audit/sealLog.ts';
import { verifyLog } from '../../src/audit/verifyLog.ts';
import { eraseCommand } from '../../src/cli/erase.ts';
import { eraseOldAddresses } from '../../src/features/privacy/eraseOldAddresses.ts';
import { makeObjectWorld, newAddress, type ObjectWorld, type Requester } from '../objects/ObjectWorld.ts';

describeOnEachDatabase('privacy', (getDatabase) => {
  let world: ObjectWorld;
  let layer: number;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    const { roadsGroup: groupId } = world;
    layer = await addLayer(getDatabase(), {
      groupId,
      allowPublicRegistration: true,
      fields: ['contact'],
    });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const ask = <T = Geom & ErrorBody>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    requester: Requester,
    payload?: object,
  ) =>
    world.t.call<T>({
      method,
      url: `/api/v1/${path}`,
      headers: { 'x-forwarded-for': visitorAddress, ...world.headersOf(requester) },
      ...(payload && { payload }),
    });
  let visitorAddress = '';
  async function report(userEmail: string, data = '{}'): Promise<number> {
    visitorAddress = newAddress()['x-forwarded-for'];
    const body = { wkt: 'POINT(1 1)', name: 'Street', description: 'Hole', classId: layer, userEmail, data };
    const { status, json } = await ask<{ id: number }>('POST', 'geoms/add', 'visitor', body);
    expect(status).toBe(201);
    return json.id;
  }
  const statusId = async () =>
    (
      await getDatabase()
        .db.selectFrom('classifiers')
        .select('id')
        .where('company_id', '=', world.own.companyId)
        .where('kind', '=', 'status')
        .executeTakeFirstOrThrow()
    ).id;
  const comment = async (id: number, content: string, requester: Requester = 'writer') =>
    ask('POST', `geoms/${id}/comment`, requester, { content, statusId: await statusId(), isPublic: true });

  /** Returns every table as text; a text missing here is nowhere in the database. */
  async function wholeDatabase(): Promise<string> {
    const { rows } = await getDatabase().pool.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> 'spatial_ref_sys'`,
    );
    const texts: string[] = [];
    for (const { name } of rows) {
      const found = await getDatabase().pool.query<{ text: string }>(
        `SELECT coalesce(string_agg(t::text, E'\\n'), '') AS text FROM "${name}" AS t`,
      );
      texts.push(found.rows[0]?.text ?? '');
    }
    return texts.join('\n').toLowerCase();
  }
  const erase = async (...args: string[]): Promise<string> => {
    const lines: string[] = [];
    const code = await eraseCommand.run(args, {
      config: world.t.deps.config,
      openDatabase: async () => getDatabase(),
      print: (line) => lines.push(line),
    });
    expect(code).toBe(0);
    return lines.join('\n');
  };
  const exportIds = async () =>
    (await getDatabase().db.selectFrom('report_exports').select('id').execute()).map(({ id }) => id);
  let exports = 0;
  async function writtenExport(userId: number): Promise<number> {
    const id = world.own.companyId * 2 ** 32 + 800_000 + ++exports;
    await getDatabase()
      .db.insertInto('report_exports')
      .values({
        company_id: world.own.companyId,
        id,
        user_id: userId,
        session_id: '00000000-0000-4000-8000-000000000000',
        language: 'en',
        class_id: layer,
        format: 'csv',
        file_name: 'written.csv',
        selection: '{}',
        state: 'done',
        blob_key: `blob${id}`,
        expires_at: new Date(Date.now() + 86_400_000),
      })
      .execute();
    return id;
  }
  const chainHolds = async () => {
    await sealLog(getDatabase());
    return (await verifyLog(getDatabase().db, world.own.companyId)).problems;
  };

  test('D-OBJ-07 D-LOG-01: an erased address is nowhere in the database or the mail folder any more, and the chain of the log holds', async () => {
    const email = 'Maija.Egle@citizen.example';
    const id = await report(email, JSON.stringify({ contact: `write to ${email}` }));
    await comment(id, `Asked ${email.toLowerCase()} for a photo`);
    await ask('PUT', `geoms/${id}`, 'writer', {
      name: 'Street',
      description: `Hole, see ${email}`,
      classId: layer,
      data: JSON.stringify({ contact: email }),
    });
    const other = await report('other@citizen.example');
    const ip = visitorAddress;
    await world.t.mails();
    await sealLog(getDatabase());
    const exportId = await writtenExport(world.own.users.writer.id);
    expect(await wholeDatabase()).toContain(email.toLowerCase());
    const folder = join(world.t.deps.config.dataDir, 'mail');
    const mailsBefore = (await readdir(folder)).length;

    expect(await erase('--email', ` ${email.toUpperCase()} `)).toContain('Erased from 1 reports, 2 texts');
    expect(await wholeDatabase()).not.toContain('egle');
    // The file of a report may hold it; the sweep takes it.
    expect(await exportIds()).not.toContain(exportId);
    expect(await wholeDatabase()).toContain(`blob${exportId}`);
    expect(await wholeDatabase()).toContain('other@citizen.example');
    expect(await wholeDatabase()).toContain(ip);
    expect((await readdir(folder)).length).toBeLessThan(mailsBefore);
    expect((await world.t.mails()).map(({ to }) => to)).toContain('other@citizen.example');
    expect(await chainHolds()).toEqual([]);

    const geom = (await ask('GET', `geoms/${id}`, 'writer')).json;
    expect(geom.userEmail).toBe('');
    expect(geom.description).toBe('Hole, see […]');
    expect((await ask('GET', `geoms/${other}`, 'writer')).json.userEmail).toBe('other@citizen.example');
  });

  test('erasing takes away where those reports came from, and of other reports nothing', async () => {
    await report('gone@citizen.example');
    const erasedAddress = visitorAddress;
    await report('stays@citizen.example');
    const otherAddress = visitorAddress;
    await erase('--email', 'gone@citizen.example');
    const ips = await getDatabase().db.selectFrom('audit_log').select('ip').execute();
    expect(ips.map(({ ip }) => ip)).not.toContain(erasedAddress);
    expect(ips.map(({ ip }) => ip)).toContain(otherAddress);
    expect(await erase('--email', 'gone@citizen.example')).toMatch(/^Erased from 0 reports, 0 texts/);
  });

  test('an address that ends or begins like the erased one stays: in objects, comments, files, the log and mails', async () => {
    const { db } = getDatabase();
    const others = ['jan@x.lv', 'j.an@x.lv', 'an@x.lv.example', 'an@x.lvs', 'an@x.lv-y.example'];
    const texts = `${others.join(' ')} <an@x.lv>, An@X.lv.`;
    const cleaned = `${others.join(' ')} <[…]>, […].`;
    const id = await report('jan@x.lv', JSON.stringify({ contact: texts }));
    const untouched = await report('jan@x.lv', JSON.stringify({ contact: 'jan@x.lv' }));
    await comment(id, texts);
    const file = {
      company_id: world.own.companyId,
      geom_id: id,
      size: 1,
      mime: 'text/plain',
      is_image: false,
    };
    await db
      .insertInto('geom_files')
      .values([
        { ...file, id: 900_000_001, blob_key: 'erased', name: 'an@x.lv.pdf', description: texts },
        { ...file, id: 900_000_002, blob_key: 'kept', name: 'jan@x.lv.pdf', description: '' },
      ])
      .execute();
    const folder = join(world.t.deps.config.dataDir, 'mail');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'jan.eml'), 'To: jan@x.lv\r\n\r\nHello');
    await writeFile(join(folder, 'an.eml'), 'To: <an@x.lv>\r\n\r\nHello');
    const version = async () => (await ask('GET', `geoms/${untouched}`, 'writer')).json.version;
    const before = await version();

    expect(await erase('--email', 'an@x.lv')).toMatch(/^Erased from 0 reports, 3 texts/);
    const geom = (await ask('GET', `geoms/${id}`, 'writer')).json;
    expect(geom.userEmail).toBe('jan@x.lv');
    expect(geom.data).toContain(cleaned);
    expect(geom.comments[0]?.content).toBe(cleaned);
    expect(await version()).toBe(before);
    const files = await db
      .selectFrom('geom_files')
      .select(['name', 'description'])
      .where('geom_id', '=', id)
      .orderBy('id')
      .execute();
    expect(files).toEqual([
      { name: '[…].pdf', description: cleaned },
      { name: 'jan@x.lv.pdf', description: '' },
    ]);
    expect(await readdir(folder)).toContain('jan.eml');
    expect(await readdir(folder)).not.toContain('an.eml');
    expect(await wholeDatabase()).not.toContain('<an@x.lv>');
    await db.deleteFrom('geom_files').where('geom_id', '=', id).execute();
    expect(await chainHolds()).toEqual([]);
  });

  test('signs of a pattern in an address stand for themselves', async () => {
    await report('a_b@citizen.example');
    await report('axb@citizen.example');
    await erase('--email', 'a_b@citizen.example');
    const text = await wholeDatabase();
    expect(text).not.toContain('a_b@citizen.example');
    expect(text).toContain('axb@citizen.example');
    await expect(
      eraseCommand.run(['--email', 'nobody'], {
        config: world.t.deps.config,
        openDatabase: async () => getDatabase(),
        print: () => {},
      }),
    ).rejects.toThrow('Specify the address');
  });

  test('D-OBJ-07: the server erases addresses 12 months after the report, and not a day before', async () => {
    const email = 'old@citizen.example';
    const id = await report(email);
    const day = 86_400;
    const read = async () =>
      (
        await getDatabase()
          .db.selectFrom('geoms')
          .select(['user_email', 'reporter_language'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).user_email;
    world.t.clock.advance(364 * day);
    await eraseOldAddresses(world.t.deps);
    expect(await read()).toBe(email);
    world.t.clock.advance(3 * day);
    await Promise.all([eraseOldAddresses(world.t.deps), eraseOldAddresses(world.t.deps)]);
    expect(await read()).toBe('');
    world.t.clock.advance(-367 * day);
    const recentId = await addObject(getDatabase(), { classId: layer, userEmail: 'new@citizen.example' });
    await eraseOldAddresses(world.t.deps);
    expect((await ask('GET', `geoms/${recentId}`, 'writer')).json.userEmail).toBe('new@citizen.example');
  });

  test('D-OBJ-07: with the last report that is a year old an address goes from texts, the log and mails, too', async () => {
    const email = 'Vecais.Ozols@citizen.example';
    const id = await report(email, JSON.stringify({ contact: `write to ${email}` }));
    const ip = visitorAddress;
    await comment(id, `Asked ${email.toLowerCase()} for a photo`);
    const returning = 'comes.again@citizen.example';
    const older = await report(returning);
    await comment(older, `Asked ${returning} twice`);
    await world.t.mails();
    await sealLog(getDatabase());
    const exportId = await writtenExport(world.own.users.writer.id);
    world.t.clock.advance(367 * 86_400);
    // The database sets the time by its own clock, so the test moves it one year on.
    const newer = await report(returning);
    await getDatabase()
      .db.updateTable('geoms')
      .set({ created_at: new Date(Date.now() + 366 * 86_400_000) })
      .where('id', '=', newer)
      .execute();
    await eraseOldAddresses(world.t.deps);
    world.t.clock.advance(-367 * 86_400);

    const text = await wholeDatabase();
    expect(text).not.toContain('ozols@citizen');
    const ips = await getDatabase()
      .db.selectFrom('audit_log')
      .select('ip')
      .where('user_id', 'is', null)
      .execute();
    expect(ips.map((row) => row.ip)).not.toContain(ip);
    const folder = join(world.t.deps.config.dataDir, 'mail');
    for (const name of await readdir(folder))
      expect((await readFile(join(folder, name), 'utf8')).toLowerCase()).not.toContain('ozols@citizen');
    expect(await exportIds()).not.toContain(exportId);
    // A user who has reported again keeps that address, and comments that quote it stay as long.
    expect((await ask('GET', `geoms/${older}`, 'writer')).json.userEmail).toBe('');
    expect((await ask('GET', `geoms/${older}`, 'writer')).json.comments[0]?.content).toContain(returning);
    expect((await ask('GET', `geoms/${newer}`, 'writer')).json.userEmail).toBe(returning);
    expect(await chainHolds()).toEqual([]);
  });

  test('mails that lie in the folder for a year go too', async () => {
    const folder = join(world.t.deps.config.dataDir, 'mail');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'old.eml'), 'To: x@y.example\r\n\r\nHello');
    await eraseOldAddresses(world.t.deps);
    expect(await readdir(folder)).toContain('old.eml');
    world.t.clock.advance(367 * 86_400);
    await eraseOldAddresses(world.t.deps);
    world.t.clock.advance(-367 * 86_400);
    expect(await readdir(folder)).not.toContain('old.eml');
  });

  test('a deleted user is named nowhere, their comments are by “Deleted user” in the reader’s language, and the chain holds', async () => {
    const { users } = world.own;
    const added = await ask<{ id: number }>('POST', 'user', 'moduleAdmin', {
      email: 'Rasa.Kalve@office.example',
      firstName: 'Rasa',
      lastName: 'Kalve',
      phone: '+371 20000000',
      position: 'Forester',
      groupIds: [],
      password: 'a good first password',
    });
    const userId = added.json.id;
    const credentials = { email: 'rasa.kalve@office.example', password: 'a good first password' };
    const first = await signIn(world.t, credentials);
    await world.t.call({
      method: 'PUT',
      url: `/api/v1/user/${userId}`,
      headers: first.headers,
      payload: { oldPassword: credentials.password, newPassword: 'a good second password' },
    });
    await signIn(world.t, { ...credentials, password: 'wrong' }).catch(() => {});
    const { id: writers } = await getDatabase()
      .db.selectFrom('groups')
      .select('id')
      .where('company_id', '=', world.own.companyId)
      .where('name', '=', 'Roads Write')
      .executeTakeFirstOrThrow();
    const edit = { groupIds: [writers], phone: '+371 29999999', lastName: 'Kalve-Egle' };
    expect((await ask('PATCH', `user/${userId}`, 'moduleAdmin', edit)).status).toBe(200);
    const { headers } = await signIn(world.t, { ...credentials, password: 'a good second password' });
    const id = await addObject(getDatabase(), { classId: layer });
    const answer = await world.t.call({
      method: 'POST',
      url: `/api/v1/geoms/${id}/comment`,
      headers,
      payload: { content: 'Cut on Friday', statusId: await statusId() },
    });
    expect(answer.status).toBe(200);
    await sealLog(getDatabase());

    const folder = join(world.t.deps.config.dataDir, 'mail');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'rasa.eml'), 'To: rasa.kalve@office.example\r\n\r\nHello');
    await writeFile(join(folder, 'sarasa.eml'), 'To: sa.rasa.kalve@office.example\r\n\r\nHello');
    const exportId = await writtenExport(userId);
    const ofAnother = await writtenExport(users.writer.id);
    expect((await ask('DELETE', `user/${userId}`, 'moduleAdmin')).status).toBe(204);
    expect(await exportIds()).toContain(ofAnother);
    expect(await exportIds()).not.toContain(exportId);
    expect(await readdir(folder)).not.toContain('rasa.eml');
    expect(await readdir(folder)).toContain('sarasa.eml');
    const text = await wholeDatabase();
    for (const trace of ['rasa', 'kalve', '20000000', '29999999']) expect(text).not.toContain(trace);
    expect(await chainHolds()).toEqual([]);
    const refused = await world.t.call<ErrorBody>({ url: `/api/v1/user/${userId}`, headers });
    expect([refused.status, refused.json.error]).toEqual([401, 'SESSION_ENDED']);
    await expect(signIn(world.t, { ...credentials, password: 'a good second password' })).rejects.toThrow(
      'INVALID_CREDENTIALS',
    );

    const authorIn = async (language: string) =>
      (
        await world.t.call<Geom>({
          url: `/api/v1/geoms/${id}`,
          headers: { ...world.headersOf('writer'), 'accept-language': language },
        })
      ).json.comments[0]?.author;
    expect([await authorIn('en'), await authorIn('ru'), await authorIn('lv')]).toEqual([
      'Deleted user',
      'Удалённый пользователь',
      'Dzēsts lietotājs',
    ]);
    expect((await ask('GET', `user/${userId}`, 'moduleAdmin')).status).toBe(404);
    const list = await ask<{ items: { id: number }[] }>('GET', 'user?_size=100', 'moduleAdmin');
    expect(list.json.items.map((user) => user.id)).not.toContain(userId);
    const log = await getDatabase()
      .db.selectFrom('audit_log')
      .select(['user_name', 'action'])
      .where('user_id', '=', userId)
      .execute();
    expect(log.map(({ action }) => action)).toContain('COMMENT_ADDED');
    expect(new Set(log.map(({ user_name }) => user_name))).toEqual(new Set(['Deleted user']));
    // The address is free again.
    const again = await ask('POST', 'user', 'moduleAdmin', {
      email: 'rasa.kalve@office.example',
      firstName: 'Another',
      lastName: '',
      groupIds: [],
    });
    expect(again.status).toBe(201);
    expect(users.writer.id).not.toBe(userId);
  });

  test('D-USER-02 D-PERM-02: nobody deletes their own account, the last Admin or a user out of reach', async () => {
    const { t } = world;
    const { users } = await addActors(getDatabase());
    const { headers } = await signIn(t, users.moduleAdmin);
    const remove = async (userId: number, sent: Record<string, string>) => {
      const { status, json } = await t.call<ErrorBody | undefined>({
        method: 'DELETE',
        url: `/api/v1/user/${userId}`,
        headers: sent,
      });
      return status === 204 ? '204' : `${status} ${json?.error}`;
    };
    expect(await remove(users.moduleAdmin.id, headers)).toBe('409 OWN_ACCOUNT');
    expect(await remove(world.own.users.reader.id, headers)).toBe('404 NOT_FOUND');
    const unitAdmin = (await signIn(t, users.unitAdmin)).headers;
    expect(await remove(users.moduleAdmin.id, unitAdmin)).toBe('404 NOT_FOUND');
    const reader = (await signIn(t, users.reader)).headers;
    expect(await remove(users.writer.id, reader)).toBe('403 FORBIDDEN');
    expect(await remove(users.writer.id, {})).toBe('401 NOT_SIGNED_IN');
    expect(await remove(users.reader.id, unitAdmin)).toBe('204');
  });
});
