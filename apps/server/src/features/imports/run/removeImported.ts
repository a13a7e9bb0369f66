import { companyOf, type LayerId } from '@pgis/contract';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { AppDeps } from '../../../AppDeps.ts';
import { inTransaction } from '../../../db/inTransaction.ts';
import type { Schema } from '../../../db/schema.ts';
import { commandAuthor } from '../../../layers/tree/auditTreeNode.ts';
import { countObjects, countTreeNodes, removeTreeNode } from '../../../layers/tree/removeTreeNode.ts';
import { lockTreeNode } from '../../../layers/tree/writeTreeNode.ts';
import type { ImportRow } from '../importRows.ts';

const BATCH_ROWS = 2_000;

/** Condition on an object `g` to which somebody has added something since it is on the map. */
export const isUsed = sql<SqlBool>`EXISTS (SELECT FROM comments c WHERE (c.company_id, c.geom_id) = (g.company_id, g.id))
  OR EXISTS (SELECT FROM upvotes u WHERE (u.company_id, u.geom_id) = (g.company_id, g.id))
  OR EXISTS (SELECT FROM geom_files f WHERE (f.company_id, f.geom_id) = (g.company_id, g.id))`;

/** Deletes for good what an import that has not come to its end has added: objects nobody was told of, and its layer. */
export async function removeImported(
  { database }: Pick<AppDeps, 'database'>,
  row: Pick<ImportRow, 'id' | 'company_id' | 'layer_id' | 'is_new_layer'>,
): Promise<void> {
  const { id, company_id, layer_id: layerId, is_new_layer: isNew } = row;
  if (layerId === null) return;
  for (;;) {
    const deleted = await inTransaction(database, { statementMs: 60_000 }, async (db) => {
      const { numAffectedRows } = await sql`
        DELETE FROM geoms WHERE company_id = ${company_id} AND id IN (
          SELECT id FROM geoms g WHERE company_id = ${company_id} AND class_id = ${layerId} AND import_id = ${id}
            AND NOT (${isUsed})
          LIMIT ${BATCH_ROWS})`.execute(db);
      return Number(numAffectedRows ?? 0);
    });
    if (deleted < BATCH_ROWS) break;
  }
  await inTransaction(database, {}, async (db) => {
    // Comments and files refer to their object: it is marked as deleted, as if its layer had been emptied.
    await sql`UPDATE geoms SET deleted_at = now(), version = version + 1, import_id = NULL
      WHERE company_id = ${company_id} AND class_id = ${layerId} AND import_id = ${id}`.execute(db);
    if (isNew) await removeUnusedLayer(db, layerId);
    await db
      .updateTable('imports')
      .set({ layer_id: null, is_new_layer: false })
      .where('company_id', '=', company_id)
      .where('id', '=', id)
      .execute();
  });
}

/** Deletes a layer that an import has added, unless somebody uses it by now. */
export async function removeUnusedLayer(db: Kysely<Schema>, layerId: LayerId): Promise<void> {
  await lockTreeNode(db, layerId);
  if ((await countObjects(db, layerId)) > 0 || (await countTreeNodes(db, layerId, 'source_id')) > 0) return;
  const layer = await db
    .selectFrom('classifiers as l')
    .leftJoin('classifiers as g', (join) =>
      join.onRef('g.company_id', '=', 'l.company_id').onRef('g.id', '=', 'l.parent_id'),
    )
    .select(['l.company_id', 'l.name', 'g.unit_id'])
    .where('l.company_id', '=', companyOf(layerId))
    .where('l.id', '=', layerId)
    .where('l.deleted_at', 'is', null)
    .executeTakeFirst();
  if (layer === undefined) return;
  await removeTreeNode(db, commandAuthor('import'), {
    ...{ id: layerId, companyId: layer.company_id, unitId: layer.unit_id, name: layer.name },
    kind: 'layer',
  });
}
