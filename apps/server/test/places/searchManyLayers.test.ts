import { addActors, addGroup, addLayer, addObject, describeOnEachDatabase } from '@pgis/testkit';
import { type Kysely, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../src/db/inTransaction.ts';
import type { Schema } from '../../src/db/schema.ts';
import { searchByWords } from '../../src/objects/searchObjects.ts';

/** So many that the tables are larger than the few pages which the planner rightly reads as a whole. */
const LAYERS = 1_200;
const OBJECTS_PER_LAYER = 12;

describeOnEachDatabase('searching in many layers', (getDatabase) => {
  beforeAll(async () => {
    const { companyId, units } = await addActors(getDatabase(), 'Company of many layers');
    const groupId = await addGroup(getDatabase(), { companyId, unitId: units.roads });
    const layer = await addLayer(getDatabase(), { groupId });
    const object = await addObject(getDatabase(), {
      classId: layer,
      name: 'Daudzslāņu iela',
      wkt: 'POINT(2600000 7700000)',
    });
    await copyRows({ layer, object });
  });

  /** Copies by SQL: through the builders it would take a minute. */
  const copyRows = ({ layer, object }: { readonly layer: number; readonly object: number }) =>
    inTransaction(getDatabase(), { statementMs: 60_000 }, async (db) => {
      await sql`
        INSERT INTO classifiers (company_id, id, parent_id, kind, name)
        SELECT company_id, id + 1000000 + n, parent_id, kind, name || n
        FROM classifiers, generate_series(1, ${LAYERS - 1}::integer) AS n WHERE id = ${layer}`.execute(db);
      await sql`
        INSERT INTO geoms (company_id, id, class_id, kind, geom, name, is_public)
        SELECT g.company_id, g.id + 1000000 + row_number() OVER (), l.id, g.kind,
               ST_Translate(g.geom, 10 * n, l.id % 5000), g.name, true
        FROM geoms AS g, classifiers AS l, generate_series(1, ${OBJECTS_PER_LAYER}::integer) AS n
        WHERE g.id = ${object} AND l.parent_id = (SELECT parent_id FROM classifiers WHERE id = ${layer})`.execute(
        db,
      );
    });

  const readRows = async (db: Kysely<Schema>, table: string): Promise<number> => {
    const { rows } = await sql<{ read: number }>`
      SELECT (seq_tup_read + idx_tup_fetch)::integer AS read FROM pg_stat_xact_user_tables WHERE relname = ${table}`.execute(
      db,
    );
    return rows[0]?.read ?? 0;
  };

  test('a search reads rows in proportion to the layers, also without statistics of the tables', async () => {
    // Neither engine has statistics of a table that has just grown. They come back with the end of the transaction.
    const undo = new Error('undo');
    const search = inTransaction(getDatabase(), {}, async (db) => {
      await sql`DELETE FROM pg_statistic WHERE starelid IN ('classifiers'::regclass, 'geoms'::regclass)`.execute(
        db,
      );
      const before = { nodes: await readRows(db, 'classifiers'), objects: await readRows(db, 'geoms') };
      const reader = {
        actor: { kind: 'anonymous', visitorId: undefined, address: '' },
        language: 'en',
      } as const;
      const query = { folded: 'daudzslanu', centerLonLat: [23.4, 56.8], limit: 6 } as const;
      expect(await searchByWords(db, reader, query)).toHaveLength(6);
      const nodes = (await readRows(db, 'classifiers')) - before.nodes;
      const objects = (await readRows(db, 'geoms')) - before.objects;
      // The tree once with parents; each layer with its group, its owner, and the owner's group.
      expect(nodes / LAYERS).toBeLessThan(8);
      // All matches once, and some 10 000 of them around the middle of the map.
      expect(objects).toBeLessThan(LAYERS * OBJECTS_PER_LAYER + 12_500);
      throw undo;
    });
    await expect(search).rejects.toBe(undo);
  });
});
