import {
  type AddedShortLink,
  type ErrorBody,
  LINK_CODE_LENGTH,
  limits,
  type ShortLink,
} from '@pgis/contract';
import {
  type ActorUser,
  addActors,
  describeOnEachDatabase,
  signIn,
  startTestApp,
  type TestApp,
} from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealLog } from '../../src/audit/sealLog.ts';
import { verifyLog } from '../../src/audit/verifyLog.ts';

const address = 'map=11/56.971/23.989&layers=3,5&filter=3:surface:wet';

describeOnEachDatabase('short links', (getDatabase) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await startTestApp(getDatabase());
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const open = (code: string) =>
    t.call<{ address: string } & ErrorBody>({ method: 'POST', url: '/api/v1/links/open', payload: { code } });

  async function makeUser(user?: ActorUser) {
    const actors = user ? undefined : await addActors(getDatabase());
    const who = user ?? (actors?.users.reader as ActorUser);
    const { headers } = await signIn(t, who);
    const send = <T = AddedShortLink & ErrorBody>(
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      path = '',
      payload?: object,
    ) => t.call<T>({ method, url: `/api/v1/links${path}`, headers, ...(payload && { payload }) });
    return { actors, user: who, send, headers };
  }

  test('a link shows to everybody what it was made of, and counts its openings', async () => {
    const { send } = await makeUser();
    const made = await send('POST', '', { address });
    expect(made.status).toBe(201);
    expect(made.json.code).toMatch(new RegExp(`^[0-9A-Za-z]{${LINK_CODE_LENGTH}}$`));
    expect(made.json).toMatchObject({ address, expiresAt: null, turnedOffAt: null, openedCount: 0 });
    for (let i = 0; i < 3; i += 1) expect((await open(made.json.code)).json).toEqual({ address });
    const { json } = await send<ShortLink[]>('GET');
    const { isNew, ...link } = made.json;
    expect(isNew).toBe(true);
    expect(json).toEqual([{ ...link, openedCount: 3 }]);
  });

  test('the same view gives the same link again, as long as it is active and has no expiry', async () => {
    const { send, actors } = await makeUser();
    const make = async (body: object) => (await send('POST', '', body)).json;
    const first = await make({ address });
    expect(await make({ address, days: null })).toEqual({ ...first, isNew: false });
    expect((await make({ address: 'object=7' })).id).not.toBe(first.id);
    const brief = await make({ address, days: 7 });
    expect([first.id, (await make({ address, days: 7 })).id]).not.toContain(brief.id);
    const colleague = await makeUser(actors?.users.writer);
    expect((await colleague.send('POST', '', { address })).json).toMatchObject({ isNew: true });
    await send('DELETE', `/${first.id}`);
    const second = await make({ address });
    expect(second).toMatchObject({ isNew: true });
    expect(second.id).not.toBe(first.id);
  });

  test('an address with a zoom that the map does not have is refused', async () => {
    const { send } = await makeUser();
    expect((await send('POST', '', { address: 'map=400/1/1' })).status).toBe(400);
  });

  test('only what the map’s parser understands is stored: a link leads nowhere else', async () => {
    const { send } = await makeUser();
    const store = async (text: string) => {
      const { status, json } = await send('POST', '', { address: text });
      return status === 201 ? json.address : `${status} ${json.error}`;
    };
    expect(await store(`${address}&previousRoute=//evil.example&next=https://evil.example`)).toBe(address);
    expect(await store('?object=7#/en/auth/login')).toBe('400 VALIDATION');
    expect(await store('https://evil.example/?map=11/56/24')).toBe('400 VALIDATION');
    expect(await store('//evil.example')).toBe('400 VALIDATION');
    expect(await store('javascript:alert(1)')).toBe('400 VALIDATION');
    expect(await store('')).toBe('');
  });

  test('a link that was turned off or has expired says so, and one that is not there too', async () => {
    const { send, user } = await makeUser();
    const { json: kept } = await send('POST', '', { address });
    const { json: brief } = await send('POST', '', { address, days: 7 });
    expect((await send('DELETE', `/${kept.id}`)).status).toBe(204);
    expect(await open(kept.code)).toMatchObject({ status: 410, json: { error: 'LINK_TURNED_OFF' } });
    expect((await send('DELETE', `/${kept.id}`)).status).toBe(404);
    expect((await send('PUT', `/${kept.id}`, { address })).status).toBe(404);
    expect((await open(brief.code)).status).toBe(200);
    t.clock.advance(7 * 86_400 + 1);
    expect(await open(brief.code)).toMatchObject({ status: 410, json: { error: 'LINK_EXPIRED' } });
    expect(await open('x'.repeat(LINK_CODE_LENGTH))).toMatchObject({
      status: 404,
      json: { error: 'LINK_UNKNOWN' },
    });
    const later = await makeUser(user);
    for (const method of ['PUT', 'DELETE'] as const) {
      const refused = await later.send(method, `/${brief.id}`, method === 'PUT' ? { address } : undefined);
      expect(refused).toMatchObject({ status: 410, json: { error: 'LINK_EXPIRED' } });
    }
    expect((await open(brief.code)).status).toBe(410);
    t.clock.advance(-(7 * 86_400 + 1));
  });

  test('a link is changed and turned off by its owner alone', async () => {
    const { send, actors } = await makeUser();
    const { json: link } = await send('POST', '', { address });
    const changed = await send('PUT', `/${link.id}`, { address: 'object=7', days: 30 });
    expect(changed).toMatchObject({
      status: 200,
      json: { id: link.id, code: link.code, address: 'object=7' },
    });
    expect((await open(link.code)).json).toEqual({ address: 'object=7' });
    for (const other of [actors?.users.moduleAdmin, actors?.users.writer]) {
      const colleague = await makeUser(other);
      expect((await colleague.send<ShortLink[]>('GET')).json).toEqual([]);
      expect((await colleague.send('PUT', `/${link.id}`, { address })).status).toBe(404);
      expect((await colleague.send('DELETE', `/${link.id}`)).status).toBe(404);
    }
    expect((await t.call({ method: 'POST', url: '/api/v1/links', payload: { address } })).status).toBe(401);
  });

  test('the log has who made, changed and turned off a link, and nothing of who opened it', async () => {
    const { send, user } = await makeUser();
    const { json: link } = await send('POST', '', { address });
    await send('PUT', `/${link.id}`, { address: 'object=7' });
    await open(link.code);
    await send('DELETE', `/${link.id}`);
    const rows = await getDatabase()
      .db.selectFrom('audit_log')
      .select(['action', 'user_id', 'entity_name', 'details'])
      .where('entity', '=', 'link')
      .where('entity_id', '=', link.id)
      .orderBy('id')
      .execute();
    expect(rows.map(({ action }) => action)).toEqual(['LINK_SAVED', 'LINK_SAVED', 'LINK_TURNED_OFF']);
    expect(rows[1]).toMatchObject({
      ...{ user_id: user.id, entity_name: link.code },
      details: { old: { address }, new: { address: 'object=7' } },
    });
  });

  test('a user makes so many links an hour, and has so many', async () => {
    const { perHour, perUser, endedDays } = limits.shortLinks;
    const { send, user } = await makeUser();
    let count = 0;
    const next = () => {
      count += 1;
      return { address: `object=${count}` };
    };
    const { json: first } = await send('POST', '', next());
    // A change counts as well.
    expect((await send('PUT', `/${first.id}`, next())).status).toBe(200);
    for (let i = 2; i < perHour; i += 1) expect((await send('POST', '', next())).status).toBe(201);
    for (const refused of [await send('POST', '', next()), await send('PUT', `/${first.id}`, next())])
      expect(refused).toMatchObject({ status: 429, json: { error: 'LINKS_TOO_OFTEN' } });
    await fill(user, perUser - perHour);

    t.clock.advance(3_601);
    const later = await makeUser(user);
    expect((await later.send('POST', '', next())).status).toBe(201);
    const full = await later.send('POST', '', next());
    expect(full).toMatchObject({ status: 409, json: { error: 'TOO_MANY_LINKS' } });
    // One that has ended makes room, and is deleted when it ended long ago.
    const { json: all } = await later.send<ShortLink[]>('GET');
    expect(all).toHaveLength(perUser);
    await later.send('DELETE', `/${all[0]?.id}`);
    expect((await later.send('POST', '', next())).status).toBe(201);
    expect((await open(all[0]?.code ?? '')).status).toBe(410);

    t.clock.advance((endedDays + 1) * 86_400);
    const muchLater = await makeUser(user);
    await muchLater.send('DELETE', `/${all[1]?.id}`);
    expect((await muchLater.send('POST', '', next())).status).toBe(201);
    expect((await open(all[0]?.code ?? '')).status).toBe(404);
    expect((await open(all[1]?.code ?? '')).status).toBe(410);
    t.clock.advance(-(endedDays + 1) * 86_400 - 3_601);
  });

  test('links that have ended are deleted past a number, the oldest first', async () => {
    const { send, user } = await makeUser();
    const { endedPerUser } = limits.shortLinks;
    const { json: first } = await send('POST', '', { address });
    await fill(user, endedPerUser + 1);
    // `first` ends last, and of the others the one with the lowest id ended first.
    await sql`UPDATE short_links SET turned_off_at = ${t.clock.now} - make_interval(secs => (${first.id}::bigint + 200000 - id)::float8)
      WHERE owner_id = ${user.id} AND id <> ${first.id}`.execute(getDatabase().db);
    await send('DELETE', `/${first.id}`);
    expect((await send('POST', '', { address })).status).toBe(201);
    const { json: all } = await send<ShortLink[]>('GET');
    expect(all).toHaveLength(endedPerUser + 1);
    const ids = all.map(({ id }) => id);
    expect(ids).toContain(first.id);
    expect(Math.min(...ids.filter((id) => id >= first.id + 100_000))).toBe(first.id + 100_002);
  });

  /** Adds links past the limit of an hour. */
  async function fill(user: ActorUser, count: number): Promise<void> {
    const first = await getDatabase()
      .db.selectFrom('short_links')
      .selectAll()
      .where('owner_id', '=', user.id)
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: count }, (_, index) => ({
      ...{ company_id: first.company_id, id: first.id + 100_000 + index, owner_id: user.id },
      ...{ code: `${first.code}-${index}`, address, created_at: new Date() },
    }));
    await getDatabase().db.insertInto('short_links').values(rows).execute();
  }

  test('the longest address is stored, a longer one is refused', async () => {
    const { send } = await makeUser();
    const { addressLength } = limits.shortLinks;
    const start = 'hide=';
    const longest = start + 'a'.repeat(addressLength - start.length);
    expect((await send('POST', '', { address: longest })).json.address).toBe(longest);
    const longer = await send('POST', '', { address: `${longest}a` });
    expect(longer).toMatchObject({ status: 400, json: { error: 'VALIDATION' } });
    // Escaping makes an address longer than it was sent.
    const escaped = await send('POST', '', { address: `${start}${'ā'.repeat(addressLength - 10)}` });
    expect(escaped).toMatchObject({
      status: 400,
      json: { errors: [{ path: '/address', code: 'TOO_LONG' }] },
    });
    expect((await send('POST', '', { address, days: 8 })).status).toBe(400);
  });

  test('with a user their links are deleted, and erased from the log, which stays valid', async () => {
    const { send, actors, user } = await makeUser();
    const { json: link } = await send('POST', '', { address });
    await send('PUT', `/${link.id}`, { address: 'filter=3:owner:Secret' });
    await sealLog(getDatabase());
    await send('DELETE', `/${link.id}`);
    const admin = await signIn(t, actors?.users.moduleAdmin as ActorUser);
    const deleted = await t.call({
      ...{ method: 'DELETE', url: `/api/v1/user/${user.id}`, headers: admin.headers },
    });
    expect(deleted.status).toBe(204);
    expect((await open(link.code)).status).toBe(404);
    expect(
      await getDatabase().db.selectFrom('short_links').select('id').where('id', '=', link.id).execute(),
    ).toEqual([]);
    const rows = await getDatabase()
      .db.selectFrom('audit_log')
      .select(['company_id', 'action', 'entity_name', 'details'])
      .where('entity', '=', 'link')
      .where('entity_id', '=', link.id)
      .orderBy('id')
      .execute();
    expect(rows.map(({ action }) => action)).toEqual(['LINK_SAVED', 'LINK_SAVED', 'LINK_TURNED_OFF']);
    expect(rows[1]).toMatchObject({ details: { old: { address: '' }, new: { address: '' } } });
    for (const secret of [link.code, 'surface', 'Secret']) expect(JSON.stringify(rows)).not.toContain(secret);
    await sealLog(getDatabase());
    const { db } = getDatabase();
    expect((await verifyLog(db, rows[0]?.company_id ?? 0)).problems).toEqual([]);
  });
});
