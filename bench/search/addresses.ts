import { createCompany, type Database, inTransaction } from '@pgis/server';
import { addGroup, addLayer } from '@pgis/testkit';
import { sql } from 'kysely';

export const count = 150_000;

const unlimited = { statementMs: 0 } as const;
const towns = [
  'Rīga',
  'Jūrmala',
  'Ogre',
  'Salaspils',
  'Mārupe',
  'Ķekava',
  'Ādaži',
  'Sigulda',
  'Cēsis',
  'Valmiera',
];
const starts = ['Brī', 'Ķī', 'Mež', 'Skol', 'Liep', 'Ozol', 'Bērz', 'Dārz', 'Pļav', 'Krast', 'Jūr', 'Saul'];
const middles = ['v', 'ēn', 'in', 'kaln', 'upes', 'laukš', 'ziedu', 'gravas', 'ezera', 'smilšu'];
const ends = ['as', 'ības', 'ieku', 'iņu', 'maņu'];
/** 600 street names, as many as a city has. */
const streets = starts.flatMap((start) =>
  middles.flatMap((middle) => ends.map((end) => start + middle + end)),
);

/** Searches in which every word exists: in all objects, in a tenth, in a six-hundredth, in one. */
export const questions = {
  everywhere: 'iela',
  common: 'ogre',
  street: 'brivibas',
  address: 'brismilsumanu iela 96 sal',
  halfTyped: 'mezez',
  nothing: 'xylophon',
} as const;

/** 150 000 points with addresses over half of Latvia, in one public layer among 20; the same at every run. */
export async function addAddresses(database: Database): Promise<{ layerId: number; companyId: number }> {
  const { companyId, rootUnitId } = await inTransaction(database, {}, (db) =>
    createCompany(db, { name: 'Bench' }),
  );
  const groupId = await addGroup(database, { companyId, unitId: rootUnitId });
  const layerId = await addLayer(database, { groupId, name: 'Addresses', allObjectsPublic: true });
  for (let index = 0; index < 20; index += 1) await addLayer(database, { groupId, name: `Empty ${index}` });
  await inTransaction(database, unlimited, async (db) => {
    await sql`
      INSERT INTO geoms (company_id, id, class_id, kind, geom, name, description, is_public)
      SELECT ${companyId}::integer, new_id(${companyId}::integer, 'geom_seq'), ${layerId}::bigint, 1,
             ST_SetSRID(ST_MakePoint(2400000 + n * 7919 % 100003 * 6.0, 7600000 + n * 104729 % 99991 * 3.0), 3857),
             (${streets}::text[])[1 + n / 250 % 600] || ' iela ' || 1 + n % 125 || ', ' || (${towns}::text[])[1 + n / 7 % 10],
             'Address', true
      FROM generate_series(0::bigint, ${count - 1}::bigint) AS n`.execute(db);
  });
  await database.pool.query('VACUUM (ANALYZE) geoms');
  return { layerId, companyId };
}
