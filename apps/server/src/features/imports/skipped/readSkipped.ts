import {
  type BodyOf,
  type FixedRow,
  type fixSkippedRows,
  type ImportId,
  type ImportSettings,
  limits,
} from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { AppDeps } from '../../../AppDeps.ts';
import type { UserActor } from '../../../access/Actor.ts';
import type { Database } from '../../../db/Database.ts';
import type { Schema } from '../../../db/schema.ts';
import { AppError } from '../../../errors/AppError.ts';
import { toAddress } from '../../../importing/addresses/toAddress.ts';
import { GeometryRepair } from '../../../importing/GeometryRepair.ts';
import type { PreparedRow } from '../../../importing/prepareRow.ts';
import { SourceError } from '../../../importing/SourceError.ts';
import { type CellType, type Corrections, toCellType } from '../../../importing/skipped/correctRows.ts';
import type { ListedRow } from '../../../importing/skipped/listRows.ts';
import { isBroken } from '../../../importing/sources/SourceFeature.ts';
import type { RowForm, RowMessage } from '../../../importing/worker/readerProtocol.ts';
import { correctRowsInProcess, listRowsInProcess } from '../../../importing/worker/runReader.ts';
import { Semaphore } from '../../../runtime/Semaphore.ts';
import type { BlobStore } from '../../../storage/BlobStore.ts';
import type { ImportRow } from '../importRows.ts';
import { locateFor } from '../locateFile.ts';

/** Rows hold shapes and texts of strangers, so a process reads them, as it does the file; requests start few at once. */
const semaphore = new Semaphore({ limit: 2, maxWaiting: 20 });
/** An engine for repairs may take 1.5 GB. */
const repairTurns = new Semaphore({ limit: 1, maxWaiting: 4 });
const run = { signal: new AbortController().signal, limits: { memoryMb: 400, timeMs: 60_000 } };
/** Objects of the import whose values tell the types of the fields. */
const TYPED_OBJECTS = 200;
/** Time for all repairs of a request; shapes beyond it stay as they are. */
const REPAIR_MS = 60_000;

/** @throws AppError OVERLOADED for rows that take too much time or memory. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await semaphore.run(work);
  } catch (error) {
    const isTooMuch =
      error instanceof SourceError && (error.code === 'TOO_MUCH_TIME' || error.code === 'TOO_MUCH_MEMORY');
    throw isTooMuch ? new AppError('OVERLOADED', { cause: error }) : error;
  }
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export const listSkipped = (
  blobs: BlobStore,
  key: string,
  rowNumbers: readonly number[],
): Promise<ListedRow[]> =>
  inTurn(() =>
    blobs.withFile(key, (path) =>
      collect(listRowsInProcess({ files: [{ name: key, path }], rowNumbers }, run)),
    ),
  );

export interface FixRequest {
  readonly actor: UserActor;
  readonly id: ImportId;
  readonly body: BodyOf<typeof fixSkippedRows>;
}

/** Says how rows become objects: as those of the file, but in degrees. */
export function toRowForm(
  { fields, name, description, truncates, target }: ImportSettings,
  { keyFields }: Pick<RowForm, 'keyFields'>,
): RowForm {
  return {
    fields: fields.map((field) => [field.source, field.name]),
    nameTemplate: name,
    descriptionTemplate: description,
    keyFields,
    truncates,
    isPublic: target.kind === 'newLayer' && target.isPublic,
  };
}

interface Correcting {
  readonly row: ImportRow;
  readonly key: string;
  readonly fixed: readonly FixedRow[];
  readonly form: RowForm;
  readonly repairs: boolean;
  readonly actor: UserActor;
}

interface Corrected {
  readonly rows: readonly RowMessage[];
  /** Numbers of rows whose shapes were repaired. */
  readonly repaired: ReadonlySet<number>;
}

/**
 * Returns rows with their corrected values, ready for the database.
 *
 * @throws AppError UNKNOWN_FIELD.
 */
export async function readCorrected(
  { database, storage }: Pick<AppDeps, 'database' | 'storage'>,
  { row, key, fixed, form, repairs, actor }: Correcting,
): Promise<Corrected> {
  const { db } = database;
  const names = row.inspection?.fields.map(({ name }) => name) ?? [];
  const known = new Set(names);
  const unknown = fixed.flatMap(({ values }) => values).find(({ field }) => !known.has(field));
  if (unknown !== undefined) throw new AppError('UNKNOWN_FIELD', { values: { field: unknown.field } });
  const types = [...(await findTypes(db, row, form))];
  const address = await locateCorrected(database, { storage, row, key, fixed, actor, names });
  const rows = await inTurn(() =>
    storage.blobs.withFile(key, (path) =>
      collect(
        correctRowsInProcess(
          {
            ...form,
            files: [{ name: key, path }],
            rows: fixed.slice(0, limits.import.fixedRows),
            names,
            types,
            address,
          },
          run,
        ),
      ),
    ),
  );
  return repairs ? await repairInvalid(db, rows) : { rows, repaired: new Set() };
}

interface Locating extends Pick<Correcting, 'row' | 'key' | 'fixed' | 'actor'> {
  readonly storage: AppDeps['storage'];
  readonly names: readonly string[];
}

/** Looks up the addresses of the rows, corrected or not, where the file has a column of them. */
async function locateCorrected(
  database: Database,
  { storage, row, key, fixed, actor, names }: Locating,
): Promise<Corrections['address']> {
  const field = row.reading.columns?.address;
  if (field === undefined) return undefined;
  const corrected = fixed.flatMap(({ values }) => values.filter((one) => one.field === field));
  const rowNumbers = fixed.map(({ rowNumber }) => rowNumber);
  const listed = await listSkipped(storage.blobs, key, rowNumbers);
  const index = names.indexOf(field);
  const addresses = [
    ...corrected.map(({ value }) => toAddress(value)),
    ...listed.map(({ values }) => toAddress(values[index])),
  ];
  const request = { files: [], options: {}, addresses };
  return { field, locations: await inTurn(() => locateFor(database, { actor, run, request })) };
}

/** Returns the types that values have by their field of the file, in the objects that are in. */
async function findTypes(
  db: Kysely<Schema>,
  { id, company_id, layer_id, result, comparison }: ImportRow,
  { fields }: RowForm,
): Promise<ReadonlyMap<string, CellType>> {
  const layerId = comparison?.layerId ?? result?.layerId ?? layer_id;
  if (layerId === null) return new Map();
  const objects = db
    .selectFrom('geoms')
    .select('data')
    .where('company_id', '=', company_id)
    .where('class_id', '=', layerId)
    .limit(TYPED_OBJECTS);
  const rows = await (comparison === null ? objects.where('import_id', '=', id) : objects).execute();
  const types = new Map<string, CellType>();
  for (const [source, name] of fields)
    for (const { data } of rows) {
      const type = toCellType((data as Readonly<Record<string, unknown>>)[name]);
      if (type !== undefined) types.set(source, type);
    }
  return types;
}

/** Repairs what PostGIS calls invalid, before a transaction is open. What cannot be repaired stays as it is. */
async function repairInvalid(db: Kysely<Schema>, rows: readonly RowMessage[]): Promise<Corrected> {
  const prepared = rows.filter((row): row is PreparedRow => !isBroken(row));
  const { rows: invalid } = await sql<{ n: number }>`
    SELECT n::integer FROM unnest(${prepared.map(({ shape }) => shape)}::text[]) WITH ORDINALITY AS s(shape, n)
    WHERE NOT ST_IsValid(shape::geometry)`.execute(db);
  const broken = invalid.flatMap(({ n }) => prepared[n - 1] ?? []);
  const shapes =
    broken.length === 0 ? new Map<number, string>() : await repairTurns.run(() => repairAll(broken));
  return {
    rows: rows.map((row) => {
      const shape = shapes.get(row.rowNumber);
      return shape === undefined || isBroken(row) ? row : { ...row, shape };
    }),
    repaired: new Set(shapes.keys()),
  };
}

/** Returns the repaired shapes by the numbers of their rows. */
async function repairAll(rows: readonly PreparedRow[]): Promise<Map<number, string>> {
  await using repair = new GeometryRepair();
  const endsAt = performance.now() + REPAIR_MS;
  const shapes = new Map<number, string>();
  for (const one of rows) {
    if (performance.now() > endsAt) break;
    const repaired = await repair.repair(one);
    if ('shape' in repaired) shapes.set(one.rowNumber, repaired.shape);
  }
  return shapes;
}
