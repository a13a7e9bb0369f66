import { addComment, addLayer, addObject, describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealLog } from '../../src/audit/sealLog.ts';
import { verifyLog } from '../../src/audit/verifyLog.ts';
import { eraseAddresses } from '../../src/features/privacy/index.ts';
import { makeObjectWorld, type ObjectWorld } from '../objects/ObjectWorld.ts';

const REPORTERS = 9;
const addresses = Array.from({ length: REPORTERS }, (_, i) => `reporter${i}@citizen.example`);

describeOnEachDatabase('erasing many addresses', (getDatabase) => {
  let world: ObjectWorld;
  let layer: number;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    layer = await addLayer(getDatabase(), { groupId: world.roadsGroup, fields: ['contact'] });
    for (const email of addresses) {
      const id = await addObject(getDatabase(), { classId: layer, userEmail: email });
      await addComment(getDatabase(), { geomId: id, content: `Asked ${email}`, isPublic: true });
      // An edit quotes the text, so the log has it too.
      const { json } = await world.ask<{ name: string }>('GET', `geoms/${id}`, 'writer');
      await world.ask('PUT', `geoms/${id}`, 'writer', {
        payload: { name: json.name, description: `See ${email}`, classId: layer, data: '{}' },
      });
    }
    await sealLog(getDatabase());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const count = async (table: 'geoms' | 'comments' | 'audit_log', column: string): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::integer AS count FROM ${sql.table(table)}
      WHERE company_id = ${world.own.companyId} AND ${sql.ref(column)}::text LIKE '%@citizen.example%'`.execute(
      getDatabase().db,
    );
    return rows[0]?.count ?? 0;
  };
  const countAddresses = async () => ({
    reports: await count('geoms', 'user_email'),
    objects: await count('geoms', 'description'),
    comments: await count('comments', 'content'),
    logRows: await count('audit_log', 'details'),
  });

  test('D-OBJ-07: it goes in short transactions; what a failure leaves is still known and done by the next run', async () => {
    const { db } = getDatabase();
    const all = await countAddresses();
    expect(all).toMatchObject({ reports: REPORTERS, objects: REPORTERS, comments: REPORTERS });
    expect(all.logRows).toBeGreaterThanOrEqual(REPORTERS);
    // The last step of all fails.
    await sql`CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN RAISE EXCEPTION ''no''; END'`.execute(db);
    await sql`CREATE TRIGGER refuse_change BEFORE UPDATE OF user_email ON geoms
      FOR EACH ROW EXECUTE FUNCTION refuse_change()`.execute(db);
    await expect(eraseAddresses(getDatabase(), addresses, { windowRows: 2 })).rejects.toThrow();
    expect(await countAddresses()).toEqual({ reports: REPORTERS, objects: 0, comments: 0, logRows: 0 });

    await sql`DROP TRIGGER refuse_change ON geoms`.execute(db);
    await sql`DROP FUNCTION refuse_change`.execute(db);
    expect((await eraseAddresses(getDatabase(), addresses, { windowRows: 2 })).reports).toBe(REPORTERS);
    expect(await countAddresses()).toEqual({ reports: 0, objects: 0, comments: 0, logRows: 0 });
    await sealLog(getDatabase());
    expect((await verifyLog(db, world.own.companyId)).problems).toEqual([]);
  });

  test('D-OBJ-07: a report that came in meanwhile keeps its address', async () => {
    const email = 'again@other.example';
    const id = await addObject(getDatabase(), { classId: layer, userEmail: email });
    expect((await eraseAddresses(getDatabase(), [email], { before: new Date(0) })).reports).toBe(0);
    const { rows } = await sql`SELECT user_email FROM geoms WHERE id = ${id}`.execute(getDatabase().db);
    expect(rows).toEqual([{ user_email: email }]);
  });
});
