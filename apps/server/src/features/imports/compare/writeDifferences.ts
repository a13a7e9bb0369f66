import type { ChangeId, DifferenceKind, ImportResult } from '@pgis/contract';
import { limits, listDefaults } from '@pgis/contract';
import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import { openMissingCases } from '../../../cases/caseRows.ts';
import { addLargeChange, nextChangeId } from '../../../changes/largeChanges.ts';
import { newId } from '../../../db/newId.ts';
import type { Schema } from '../../../db/schema.ts';
import { addTargetFields } from '../../../importing/targetLayer.ts';
import { kindBit, type ObjectKind } from '../../../layers/ObjectKind.ts';
import { auditObjectsImported } from '../../../objects/insertObjects.ts';
import { addKinds } from '../../../objects/writeObject.ts';
import { deleteComparison, type ImportRow, inDays, orphanBlobs } from '../importRows.ts';
import type { ImportTarget } from '../run/importTarget.ts';
import type { ImportAuthor } from '../run/jobParts.ts';
import { addShownDefaults, isShownAlways } from './addShownDefaults.ts';
import type { Comparing, DifferenceChoice } from './CompareSettings.ts';
import { isKept, rowsOf } from './matchRows.ts';

type Db = Transaction<Schema>;

export interface Writing {
  readonly comparing: Comparing;
  readonly row: ImportRow;
  readonly author: ImportAuthor;
  readonly layer: ImportTarget;
  readonly selected: RawBuilder<SqlBool>;
  readonly startedAt: number;
  /** Throws when its owner has stopped it. */
  readonly checkStop: () => Promise<void>;
}

/** Condition on the row `c`. */
export function isSelected(comparing: Comparing, choice: DifferenceChoice): RawBuilder<SqlBool> {
  const kinds = (['added', 'changed', 'conflict', 'missing'] as const).map((kind) => {
    const { all, except } = choice[kind];
    return sql`(c.kind = ${kind} AND (c.id = ANY(${except}::bigint[])) <> ${all}::boolean)`;
  });
  return sql<SqlBool>`(${rowsOf(comparing)} AND (${sql.join(kinds, sql` OR `)}))`;
}

/** Writes the selected differences and the row of the log; returns what the import becomes. */
export async function writeDifferences(db: Db, writing: Writing) {
  const { comparing, row, author, layer, selected, startedAt, checkStop } = writing;
  const { companyId, layerId } = comparing;
  const comparison = row.comparison;
  const counts = await countSelected(db, selected);
  const [added, deleted] = [counts.get('added') ?? 0, counts.get('missing') ?? 0];
  const updated = (counts.get('changed') ?? 0) + (counts.get('conflict') ?? 0);
  const count = added + updated + deleted;
  const changeId = count > 0 ? await nextChangeId(db, companyId) : null;
  if (changeId !== null) {
    await addLargeChange(db, {
      ...{
        id: changeId,
        kind: 'importCompared',
        actor: author.actor,
        nodeId: layerId,
        count,
        sourceId: row.id,
      },
    });
    await addTargetFields(db, author, layer);
    await addKinds(db, layerId, await findKindBits(db, selected));
    // Deleted objects go first: others may take their keys.
    if (deleted > 0) await deleteMissing(db, selected, changeId);
    await checkStop();
    if (updated > 0) await updateChanged(db, writing, changeId);
    await checkStop();
    if (added > 0) await insertAdded(db, writing, changeId);
    await openMissingCases(db, layerId);
  }
  await deleteComparison(db, row.id);
  const skipped = comparison?.skipped ?? [];
  const unchanged = comparison?.counts.unchanged ?? 0;
  await auditObjectsImported(db, {
    ...{ actor: author.actor, layer, added, updated, deleted, unchanged, isPartial: false },
    leftOut: skipped.reduce((sum, one) => sum + one.count, 0),
  });
  const result: ImportResult = {
    ...{ layerId, layerName: layer.layerName, added, repaired: 0, skipped },
    tookMs: Math.round(performance.now() - startedAt),
    hasRows: row.rows_key !== null,
    undoneAt: null,
    compared: { updated, deleted, unchanged, changeId },
  };
  await orphanBlobs(db, { ...row, rows_key: null });
  return {
    state: 'done',
    result: JSON.stringify(result),
    choice: null,
    rows_done: row.rows_total,
    finished_at: sql<Date>`now()`,
    expires_at: inDays(limits.import.undoDays),
    // The uploaded files have served.
    files: JSON.stringify(row.files.map((file) => ({ ...file, isStored: false }))),
  } as const;
}

async function countSelected(db: Db, selected: RawBuilder<SqlBool>): Promise<Map<DifferenceKind, number>> {
  const { rows } = await sql<{ kind: DifferenceKind; count: number }>`
    SELECT c.kind, count(*)::integer AS count FROM import_changes AS c WHERE ${selected} GROUP BY c.kind`.execute(
    db,
  );
  return new Map(rows.map(({ kind, count }) => [kind, count]));
}

async function findKindBits(db: Db, selected: RawBuilder<SqlBool>): Promise<number> {
  const { rows } = await sql<{ kind: ObjectKind }>`
    SELECT DISTINCT c.object_kind AS kind FROM import_changes AS c
    WHERE ${selected} AND c.object_kind IS NOT NULL`.execute(db);
  return rows.reduce((bits, { kind }) => bits | kindBit(kind), 0);
}

async function deleteMissing(db: Db, selected: RawBuilder<SqlBool>, changeId: ChangeId): Promise<void> {
  await sql`
    WITH deleted AS (
      UPDATE geoms AS g SET deleted_at = now(), version = g.version + 1, change_id = ${changeId}::bigint
      FROM import_changes AS c
      WHERE ${selected} AND c.kind = 'missing' AND g.company_id = c.company_id AND g.id = c.object_id
      RETURNING g.id, g.version
    )
    UPDATE import_changes AS c SET change_id = ${changeId}::bigint, version = d.version
    FROM deleted AS d WHERE ${selected} AND c.kind = 'missing' AND c.object_id = d.id`.execute(db);
}

/** Gives the objects the values of their rows, and the rows those that the objects had: both see the state before. */
async function updateChanged(db: Db, { comparing, selected }: Writing, changeId: ChangeId): Promise<void> {
  const { comparesName, comparesDescription, comparesShapes, fields } = comparing;
  const kept = sql`ARRAY(SELECT f FROM unnest(${fields}::text[]) AS f WHERE ${isKept(comparing)})`;
  const replaced = sql`ARRAY(SELECT f FROM unnest(${fields}::text[]) AS f WHERE NOT ${isKept(comparing)})`;
  const isUpdated = sql`${selected} AND c.kind IN ('changed', 'conflict')`;
  await sql`
    WITH before AS MATERIALIZED (
      SELECT c.id AS row_id, g.id, g.kind, g.geom, g.name, g.description, g.data, g.version
      FROM import_changes AS c JOIN geoms AS g ON g.company_id = c.company_id AND g.id = c.object_id
      WHERE ${isUpdated}
    ), updated AS (
      UPDATE geoms AS g SET
        name = CASE WHEN ${comparesName}::boolean THEN c.name ELSE g.name END,
        description = CASE WHEN ${comparesDescription}::boolean THEN c.description ELSE g.description END,
        data = (g.data - ${replaced}) || (c.data - ${kept}),
        geom = CASE WHEN ${comparesShapes}::boolean THEN c.shape ELSE g.geom END,
        kind = CASE WHEN ${comparesShapes}::boolean THEN c.object_kind ELSE g.kind END,
        version = g.version + 1, import_version = g.version + 1, updated_at = now()
      FROM import_changes AS c WHERE ${isUpdated} AND g.company_id = c.company_id AND g.id = c.object_id
    )
    UPDATE import_changes AS c SET change_id = ${changeId}::bigint, version = b.version + 1, shape = b.geom,
      object_kind = b.kind, name = b.name, description = b.description, data = b.data
    FROM before AS b WHERE ${isUpdated} AND c.id = b.row_id`.execute(db);
}

async function insertAdded(db: Db, writing: Writing, changeId: ChangeId): Promise<void> {
  const { comparing, row, author, layer, selected } = writing;
  const { companyId, layerId, match, fields } = comparing;
  const others = layer.fields.filter(({ name }) => !fields.includes(name));
  const defaults = listDefaults(others.filter(isShownAlways));
  await addShownDefaults(db, writing, others);
  await sql`
    WITH new AS MATERIALIZED (
      SELECT c.*, ${newId(companyId, 'geom_seq')} AS new_id FROM import_changes AS c
      WHERE ${selected} AND c.kind = 'added'
    ), added AS (
      INSERT INTO geoms (company_id, id, class_id, kind, geom, name, description, data, import_key, import_id,
                         import_version, author_id)
      SELECT company_id, new_id, ${layerId}::bigint, object_kind, shape, name, description,
             ${JSON.stringify(defaults)}::jsonb || data, ${match.by === 'importKey' ? sql`match_key` : sql`NULL`},
             ${row.id}::bigint, 1, ${author.actor.userId}::bigint
      FROM new
    )
    UPDATE import_changes AS c SET change_id = ${changeId}::bigint, object_id = n.new_id, version = 1, shape = NULL,
      name = '', description = '', data = '{}'
    FROM new AS n WHERE ${selected} AND c.kind = 'added' AND c.id = n.id`.execute(db);
}
