import { type Kysely, sql } from 'kysely';
import { openMissingCases } from '../../cases/caseRows.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { isUniqueViolation } from '../../db/isUniqueViolation.ts';
import type { Database } from '../../db/openDatabase.ts';
import type { Schema } from '../../db/schema.ts';
import { DistanceCheck, type DistanceWarning } from '../../importing/DistanceCheck.ts';
import { GeometryRepair, type RepairLimits } from '../../importing/GeometryRepair.ts';
import { prepareRow } from '../../importing/prepareRow.ts';
import { toMercatorFrom } from '../../importing/reprojection.ts';
import { openSource } from '../../importing/sources/openSource.ts';
import { readOnce } from '../../importing/sources/readOnce.ts';
import { type BrokenFeature, isBroken } from '../../importing/sources/SourceFeature.ts';
import { chooseFields, surveyFields } from '../../importing/sources/surveyFields.ts';
import {
  emptyCounts,
  type ImportCounts,
  type ImportHooks,
  type WriteResult,
  writeBatches,
} from '../../importing/writeBatches.ts';
import { measureCommitted } from '../../layers/density/measureSpacing.ts';
import { listLayerAccessOfCommand } from '../../layers/getLayerAccess.ts';
import { countObjects, countTreeNodes, removeTreeNode } from '../../layers/tree/removeTreeNode.ts';
import { lockTreeNode } from '../../layers/tree/writeTreeNode.ts';
import {
  auditObjectsImported,
  insertObjects,
  type ObjectBatch,
  type ObjectToInsert,
} from '../../objects/insertObjects.ts';
import { resolveStream } from '../../objects/references/resolveReferences.ts';
import { readStartView } from '../../query/readStartView.ts';
import { getCompany } from '../getCompany.ts';
import { importAuthor, listPresentFields, type OpenedLayer, openTarget } from './openTarget.ts';

export interface ImportOptions {
  readonly path: string;
  readonly layer: string;
  readonly group: string;
  readonly company?: string | undefined;
  readonly nameField?: string | undefined;
  readonly descriptionField?: string | undefined;
  /** Objects whose value in this property is in the layer already are updated instead of added. */
  readonly keyField?: string | undefined;
  readonly fields?: readonly string[] | undefined;
  /** Takes as many properties as this, those with the most values. */
  readonly topFields?: number | undefined;
  /** `EPSG:…` or proj4 text; else what the file says, else EPSG:4326. */
  readonly crs?: string | undefined;
  readonly wktField?: string | undefined;
  readonly lonField?: string | undefined;
  readonly latField?: string | undefined;
  readonly truncate: boolean;
  readonly atomic: boolean;
  /** Add to a layer that has objects, without a key. */
  readonly append: boolean;
  readonly isPublic: boolean;
  readonly isOpen?: boolean;
  readonly showsAfterReview?: boolean;
  /** Repairs invalid geometries instead of leaving their features out. */
  readonly repair?: boolean;
  readonly repairLimits?: Partial<RepairLimits>;
}

export interface ImportResult extends WriteResult {
  /** Field names that differ from the property names of the file, by property name. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Set when features lie far from the company's map. */
  readonly distanceWarning: DistanceWarning | undefined;
}

/**
 * Batches that PostgreSQL writes side by side: their keys differ, so none waits for another. The embedded engine has one
 * session, and an atomic import one transaction.
 */
const postgresWriters = 2;

/**
 * Imports a file into a layer. Every feature is accounted for: added, updated, unchanged, or handed to `onBroken`.
 * Memory stays flat: the fields are found first, then one batch is written at a time; the rest of a large file is read a
 * second time.
 *
 * @throws Error with a sentence for the user when the file, the options or the layer do not fit.
 */
export async function importFile(
  database: Database,
  options: ImportOptions,
  hooks: ImportHooks = {},
): Promise<ImportResult> {
  const result = await importFeatures(database, options, hooks);
  await analyzeObjects(database);
  await openMissingCases(database.db, result.layerId);
  await measureCommitted(database, result.layerId);
  return result;
}

/**
 * The planner has to hear of so many new rows before the next map is loaded. What takes it longest, the words of names,
 * PostgreSQL's own autovacuum looks at soon afterwards; the embedded engine has none.
 */
async function analyzeObjects(database: Database): Promise<void> {
  const columns = '(company_id, id, class_id, kind, geom, is_public, deleted_at, review, import_key)';
  await inTransaction(database, { statementMs: 60_000 }, (db) =>
    sql.raw(`ANALYZE geoms ${database.kind === 'postgres' ? columns : ''}`).execute(db),
  );
}

async function importFeatures(
  database: Database,
  options: ImportOptions,
  hooks: ImportHooks,
): Promise<ImportResult> {
  const columns = { wkt: options.wktField, lon: options.lonField, lat: options.latField };
  const file = [{ name: options.path, path: options.path }];
  const surveyed = await openSource(file, { columns });
  const survey = await surveyFields(surveyed.features);
  if (survey.featureCount === 0) throw new Error(`${options.path} contains no features.`);
  const mapped = [options.nameField, options.descriptionField].filter((name) => name !== undefined);
  for (const name of [...mapped, ...(options.keyField === undefined ? [] : [options.keyField])])
    if (!survey.properties.has(name)) throw new Error(`No feature has the property "${name}".`);
  const present = await listPresentFields(database.db, options);
  const fields = chooseFields(survey, {
    only: options.fields,
    top: options.topFields,
    without: mapped,
    present,
  });
  const renamed = new Map([...fields].filter(([property, field]) => property !== field));

  const toMercator = toMercatorFrom(options.crs ?? surveyed.declaredCrs());

  const features = readOnce(survey, async () => (await openSource(file, { columns })).features);
  const distances = new DistanceCheck(
    await readStartView(database.db, await getCompany(database.db, options.company)),
  );
  const rows = async function* (): AsyncGenerator<ObjectToInsert | BrokenFeature> {
    const keys = new Set<string>();
    for await (const feature of features) {
      const row = prepareRow(feature, { ...options, fields, toMercator });
      if (isBroken(row)) yield row;
      else if (row.key !== null && keys.has(row.key))
        yield {
          rowNumber: row.rowNumber,
          problem: `the key ${row.key} was there before`,
          reason: 'KEY_TWICE',
        };
      else {
        if (row.key !== null) keys.add(row.key);
        distances.check(row.rowNumber, row.firstPosition3857);
        yield row;
      }
    }
  };

  const open = async (db: Parameters<typeof openTarget>[0]) => {
    const target = await openTarget(db, {
      ...options,
      fields: [...fields.values()],
      featureCount: survey.featureCount,
    });
    if (target.objectCount > 0 && options.keyField === undefined && !options.append)
      throw new Error(
        `The layer "${options.layer}" is not empty (objects: ${target.objectCount}). Update them with --key-field, or add to them with --append.`,
      );
    return target;
  };

  await using repair = options.repair ? new GeometryRepair(options.repairLimits) : undefined;
  const importRun = { open, total: survey.featureCount, hooks, repair };
  const result = options.atomic
    ? await importAtOnce(database, rows(), importRun)
    : await importInBatches(database, rows(), importRun);
  return { ...result, renamed, distanceWarning: distances.find() };
}

interface ImportRun {
  readonly open: (db: Kysely<Schema>) => Promise<OpenedLayer>;
  readonly total: number;
  readonly hooks: ImportHooks;
  readonly repair: GeometryRepair | undefined;
}

type Rows = AsyncIterable<ObjectToInsert | BrokenFeature>;

/** Imports in one transaction: everything or, after an error, a feature that does not go in or a stop, nothing. */
async function importAtOnce(
  database: Database,
  rows: Rows,
  { open, total, hooks, repair }: ImportRun,
): Promise<WriteResult> {
  // The transaction may not stand still for as long as the start takes.
  await repair?.start();
  return await inTransaction(database, { statementMs: 60_000, idleMs: 60_000 }, async (db) => {
    const layer = await open(db);
    const counts = emptyCounts();
    const result = await writeBatches({
      ...{ total, layer, hooks, counts, writers: 1 },
      rows: resolveStream(db, listLayerAccessOfCommand, layer, rows),
      write: (batch) => insertObjects(db, layer, { batch, replacesByKey: !layer.isNew }),
      // After one feature that does not go in none does, so the others need no repair.
      repair:
        repair &&
        (async (row) =>
          counts.broken === 0 ? await repair.repair(row) : { problem: 'not repaired (--atomic)' }),
    });
    if (result.stopped) throw new Error('Stopped: nothing was imported (--atomic).');
    if (result.broken > 0)
      throw new Error(`${result.broken} of ${total} features cannot be imported, so none was (--atomic).`);
    await logImport(db, layer, { ...counts, isPartial: false });
    return result;
  });
}

/** Imports in one transaction a batch: what is written stays, and the log has it also when the import ends early. */
async function importInBatches(
  database: Database,
  rows: Rows,
  { open, total, hooks, repair }: ImportRun,
): Promise<WriteResult> {
  const layer = await inTransaction(database, {}, open);
  const counts = emptyCounts();
  const writers = database.kind === 'postgres' ? postgresWriters : 1;
  const write = (batch: ObjectBatch, replacesByKey: boolean) =>
    inTransaction(database, { statementMs: 60_000 }, (db) =>
      insertObjects(db, layer, { batch, replacesByKey }),
    );
  const log = (isPartial: boolean) =>
    inTransaction(database, {}, (db) => logImport(db, layer, { ...counts, isPartial }));
  let result: WriteResult;
  try {
    result = await writeBatches({
      ...{ total, layer, hooks, counts, writers },
      rows: resolveStream(database.db, listLayerAccessOfCommand, layer, rows),
      write: (batch) =>
        write(batch, !layer.isNew).catch((error: unknown) => {
          // Another process imports the same into the layer that this one has just added.
          if (layer.isNew && isUniqueViolation(error)) return write(batch, true);
          throw error;
        }),
      repair: repair && ((row) => repair.repair(row)),
    });
  } catch (error) {
    // The first error is the one to report, even if the log cannot be written for the same reason.
    await log(true).catch(() => {});
    throw error;
  }
  await log(result.stopped);
  if (layer.isNew && counts.added === 0 && !result.stopped)
    await inTransaction(database, {}, (db) => removeUnused(db, layer));
  return result;
}

/** Deletes the layer and the group that an import has added in vain; what somebody else uses by now stays. */
async function removeUnused(db: Kysely<Schema>, layer: OpenedLayer): Promise<void> {
  const { companyId, unitId, layerId, layerName, newGroup } = layer;
  await lockTreeNode(db, layerId);
  if ((await countObjects(db, layerId)) > 0) return;
  await removeTreeNode(db, importAuthor, { id: layerId, companyId, unitId, kind: 'layer', name: layerName });
  if (newGroup === undefined || (await countTreeNodes(db, newGroup.id, 'parent_id')) > 0) return;
  await removeTreeNode(db, importAuthor, { ...newGroup, companyId, unitId, kind: 'group' });
}

/** D-LOG-01: one row an import. */
const logImport = (
  db: Kysely<Schema>,
  layer: OpenedLayer,
  { broken, repaired: _, ...details }: ImportCounts & { readonly isPartial: boolean },
): Promise<void> =>
  auditObjectsImported(db, { ...details, actor: importAuthor.actor, layer, leftOut: broken });
