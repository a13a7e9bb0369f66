import {
  type BodyOf,
  type CompanyId,
  type fixSkippedRows as call,
  companyOf,
  type FixedRow,
  type Import,
  type ImportId,
  type ImportSettings,
  type LayerField,
  type LayerId,
  type SkipReason,
} from '@pgis/contract';
import { parseWkt } from '@pgis/geo';
import type { Kysely, Transaction } from 'kysely';
import type { AppDeps } from '../../../AppDeps.ts';
import type { UserActor } from '../../../access/Actor.ts';
import { openMissingCases } from '../../../cases/caseRows.ts';
import { addLargeChange, growChange, lockChange } from '../../../changes/largeChanges.ts';
import { inTransaction } from '../../../db/inTransaction.ts';
import type { Schema } from '../../../db/schema.ts';
import { AppError } from '../../../errors/AppError.ts';
import { fitTo } from '../../../importing/fitTo.ts';
import { prepareRow } from '../../../importing/prepareRow.ts';
import { toMercatorFrom } from '../../../importing/reprojection.ts';
import { geometryProblemText, geometryReason } from '../../../importing/sources/geometryProblemText.ts';
import { isBroken, type ReadFeature } from '../../../importing/sources/SourceFeature.ts';
import type { Cell, StoredRow } from '../../../importing/storedRow.ts';
import { measureCommitted } from '../../../layers/density/measureSpacing.ts';
import { lockTreeNode } from '../../../layers/tree/writeTreeNode.ts';
import {
  auditObjectsImported,
  insertObjects,
  type ObjectToInsert,
  type TargetLayer,
  toObjectBatch,
  withSameValue,
} from '../../../objects/insertObjects.ts';
import { changeImport, getOwnImport, type ImportRow, toImport } from '../importRows.ts';
import { getTargetLayer } from '../run/importTarget.ts';
import { MAX_ROW_CHARS } from './listSkippedRows.ts';
import { readStoredRows } from './storedRows.ts';
import { toFixedResult } from './toFixedResult.ts';

/** Objects of the import whose values tell the types of the fields. */
const TYPED_OBJECTS = 200;

export interface FixRequest {
  readonly actor: UserActor;
  readonly id: ImportId;
  readonly body: BodyOf<typeof call>;
}

/** Imports corrected rows into the layer of their import, of which they become part. Rows that were imported meanwhile are ignored. */
export async function fixSkippedRows(deps: AppDeps, { actor, id, body }: FixRequest): Promise<Import> {
  const { database, storage } = deps;
  const { key, layerId } = getFixable(await getOwnImport(database.db, actor, id));
  const fixed = new Map(body.rows.map((row) => [row.rowNumber, row]));
  const stored: StoredRow[] = [];
  const options = { isWanted: (rowNumber: number) => fixed.has(rowNumber), maxChars: MAX_ROW_CHARS };
  for await (const row of readStoredRows(storage.blobs, key, options)) stored.push(row);
  const saved = await inTransaction(database, { statementMs: 60_000 }, async (db) => {
    await lockChange(db, changeOf(actor.companyId, id));
    const row = await getOwnImport(db, actor, id, { locks: true });
    const { result, settings, skipped } = getFixable(row);
    const layer = await getTargetLayer(db, actor, layerId);
    await lockTreeNode(db, layerId, 'keep');
    const pending = new Set(skipped.map(([rowNumber]) => rowNumber));
    const types = await findTypes(db, row, { settings, layerId, stored });
    const features = stored
      .filter(({ rowNumber }) => pending.has(rowNumber))
      .map((one) => toFeature(row, one, { fixed: fixed.get(one.rowNumber), types }));
    const reasons = await addFixed(db, layer, { row, settings, features, actor });
    const next = toFixedResult({ result, skipped }, reasons);
    const { added } = next;
    const leftOut = next.skipped.length;
    await auditObjectsImported(db, {
      actor,
      layer,
      added,
      leftOut,
      updated: 0,
      unchanged: 0,
      isPartial: false,
    });
    await openMissingCases(db, layerId);
    if (added > 0) await growImport(db, { row, actor, layerId, added });
    const change = { result: JSON.stringify(next.result), skipped: JSON.stringify(next.skipped) };
    return (await changeImport(db, row, change)) ?? row;
  });
  await measureCommitted(database, layerId);
  return await toImport(saved, storage.uploads);
}

const changeOf = (companyId: CompanyId, id: ImportId) => ({
  companyId,
  kinds: ['objectsImported'] as const,
  sourceId: id,
});

/** The rows are undone with the others; an import that had added nothing so far becomes a large change now. */
async function growImport(
  db: Transaction<Schema>,
  {
    row,
    actor,
    layerId,
    added,
  }: {
    readonly row: ImportRow;
    readonly actor: UserActor;
    readonly layerId: LayerId;
    readonly added: number;
  },
): Promise<void> {
  const { company_id: companyId, id } = row;
  if (await growChange(db, changeOf(companyId, id), added)) return;
  await addLargeChange(db, {
    kind: 'objectsImported',
    actor,
    nodeId: layerId,
    count: added,
    sourceId: row.id,
  });
}

/** @throws AppError IMPORT_STATE for an import without a result, without skipped rows, or undone. */
function getFixable({ state, result, settings, skipped, rows_key: key }: ImportRow) {
  if (state !== 'done' || result?.layerId == null || result.undoneAt !== null)
    throw new AppError('IMPORT_STATE');
  if (settings === null || skipped === null || key === null) throw new AppError('IMPORT_STATE');
  return { result, settings, skipped, key, layerId: result.layerId };
}

type CellType = 'number' | 'boolean' | 'string';
interface Typing {
  readonly settings: ImportSettings;
  readonly layerId: LayerId;
  readonly stored: readonly StoredRow[];
}

/** Returns the types that values have by their field of the file: those of the objects that are in, else of the corrected rows. */
async function findTypes(
  db: Kysely<Schema>,
  { id, company_id, inspection }: ImportRow,
  { settings, layerId, stored }: Typing,
): Promise<ReadonlyMap<string, CellType>> {
  const types = new Map<string, CellType>();
  const note = (field: string, value: unknown) => {
    const type = typeof value;
    if (type === 'number' || type === 'boolean' || type === 'string') types.set(field, type);
  };
  for (const [i, { name }] of (inspection?.fields ?? []).entries())
    for (const { values } of stored) note(name, values[i]);
  const objects = await db
    .selectFrom('geoms')
    .select('data')
    .where('company_id', '=', company_id)
    .where('class_id', '=', layerId)
    .where('import_id', '=', id)
    .limit(TYPED_OBJECTS)
    .execute();
  for (const { source, name } of settings.fields)
    for (const { data } of objects) note(source, (data as Readonly<Record<string, unknown>>)[name]);
  return types;
}

interface Fixing {
  readonly fixed: FixedRow | undefined;
  readonly types: ReadonlyMap<string, CellType>;
}

function toFeature({ inspection }: ImportRow, stored: StoredRow, { fixed, types }: Fixing): ReadFeature {
  const names = inspection?.fields.map(({ name }) => name) ?? [];
  const properties: Record<string, Cell> = {};
  for (const [i, name] of names.entries()) properties[name] = stored.values[i] ?? null;
  for (const { field, value } of fixed?.values ?? []) {
    if (!names.includes(field)) throw new AppError('UNKNOWN_FIELD', { values: { field } });
    properties[field] = toValue(value.trim(), types.get(field));
  }
  const { rowNumber } = stored;
  const parsed = parseWkt(stored.wkt === '' ? (fixed?.wkt ?? '') : stored.wkt);
  if (parsed.ok) return { rowNumber, properties, geometry: parsed.geometry };
  const { problems } = parsed;
  return { rowNumber, properties, problem: geometryProblemText(problems), reason: geometryReason(problems) };
}

/** A text that fits the type of the field's other values gets it. */
function toValue(text: string, type: CellType | undefined): Cell {
  if (text === '') return null;
  if (type === 'boolean' && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return type === 'number' && Number.isFinite(Number(text)) ? Number(text) : text;
}

interface Adding {
  readonly row: ImportRow;
  readonly settings: ImportSettings;
  readonly features: readonly ReadFeature[];
  readonly actor: UserActor;
}

/** Adds what can be added; returns for each row why it still stays out, or null when it is in. */
async function addFixed(
  db: Kysely<Schema>,
  layer: TargetLayer & { readonly fields: readonly LayerField[] },
  { row, settings, features, actor }: Adding,
): Promise<Map<number, SkipReason | null>> {
  const options = {
    fields: new Map(settings.fields.map(({ source, name }) => [source, name])),
    nameTemplate: settings.name,
    descriptionTemplate: settings.description,
    keyFields: row.is_new_layer ? settings.keyFields : undefined,
    truncate: settings.truncates,
    isPublic: settings.target.kind === 'newLayer' && settings.target.isPublic,
    toMercator: toMercatorFrom('EPSG:4326'),
  };
  const reasons = new Map<number, SkipReason | null>();
  const objects: ObjectToInsert[] = [];
  const toFitting = fitTo(layer.fields);
  for (const feature of features) {
    const read = prepareRow(feature, options);
    const prepared = isBroken(read) ? read : toFitting(read);
    reasons.set(feature.rowNumber, isBroken(prepared) ? prepared.reason : null);
    if (!isBroken(prepared)) objects.push(prepared);
  }
  const keys = await findKeys(db, layer, objects);
  const unique = objects.filter(({ rowNumber, key }) => {
    if (key === null) return true;
    if (keys.has(key)) reasons.set(rowNumber, 'KEY_TWICE');
    else keys.add(key);
    return reasons.get(rowNumber) === null;
  });
  if (unique.length === 0) return reasons;
  const same = [
    { name: 'import_id', type: 'bigint', value: row.id },
    { name: 'author_id', type: 'bigint', value: actor.userId },
  ] as const;
  const batch = same.reduce(withSameValue, toObjectBatch(unique));
  const { invalid } = await insertObjects(db, layer, { batch, replacesByKey: false });
  for (const { rowNumber } of invalid) reasons.set(rowNumber, 'INVALID_SHAPE');
  return reasons;
}

/** Keys that objects of the layer have already. */
async function findKeys(
  db: Kysely<Schema>,
  { layerId }: TargetLayer,
  objects: readonly ObjectToInsert[],
): Promise<Set<string>> {
  const keys = objects.flatMap(({ key }) => key ?? []);
  if (keys.length === 0) return new Set();
  const rows = await db
    .selectFrom('geoms')
    .select('import_key')
    .where('company_id', '=', companyOf(layerId))
    .where('class_id', '=', layerId)
    .where('import_key', 'in', keys)
    .where('deleted_at', 'is', null)
    .execute();
  return new Set(rows.flatMap(({ import_key: key }) => key ?? []));
}
