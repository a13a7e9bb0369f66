import type { CompanyId, LayerField, LayerId } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { type BrokenFeature, isBroken } from '../../importing/sources/SourceFeature.ts';
import type { LayerAccess } from '../../layers/layerQuery.ts';
import type { ObjectToInsert } from '../insertObjects.ts';
import type { ObjectData } from '../parseData.ts';
import {
  findReferenced,
  listReferenceFields,
  type ReferenceField,
  toReferenceNumber,
} from './findReferenced.ts';

type Row = ObjectToInsert | BrokenFeature;

interface ReferenceContext {
  readonly companyId: CompanyId;
  readonly fields: readonly LayerField[];
  /** Keeps reference numbers that lead to no object: a comparison decides about them once it knows the objects of its rows. */
  readonly keepsNumbers?: boolean | undefined;
}

/** Layers with what the owner of an import may see in them. */
export type LayersFor = (db: Kysely<Schema>, ids: readonly LayerId[]) => Promise<readonly LayerAccess[]>;

/** Rows whose texts are looked up together. */
const CHUNK = 500;

/** Returns rows with reference numbers in place of names and keys; a row whose object is not found stays out. */
export async function resolveRows(
  db: Kysely<Schema>,
  layersFor: LayersFor,
  { companyId, fields, keepsNumbers = false }: ReferenceContext,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const references = listReferenceFields(fields);
  if (references.length === 0) return rows;
  const accessible = await layersFor(
    db,
    references.map(({ layerId }) => layerId),
  );
  const given = rows.map((row) => (isBroken(row) ? {} : (JSON.parse(row.data) as ObjectData)));
  const resolved = [...rows];
  for (const reference of references) {
    const access = accessible.find(
      ({ layer }) => layer.id === reference.layerId && layer.companyId === companyId,
    );
    await resolveField(db, { reference, access, given, resolved, keepsNumbers });
  }
  return resolved;
}

interface FieldResolution {
  readonly reference: ReferenceField;
  readonly access: LayerAccess | undefined;
  /** Data of each row as the file has it. */
  readonly given: readonly ObjectData[];
  /** Rows in which the reference numbers are put. */
  readonly resolved: Row[];
  readonly keepsNumbers: boolean;
}

const toText = (value: ObjectData[string] | undefined): string =>
  value === undefined || value === null ? '' : String(value).trim();

async function resolveField(
  db: Kysely<Schema>,
  { reference: { name }, access, given, resolved, keepsNumbers }: FieldResolution,
): Promise<void> {
  const texts = [...new Set(given.map((data) => toText(data[name])))].filter((text) => text !== '');
  if (texts.length === 0) return;
  const found = access === undefined ? new Map() : await findReferenced(db, access, texts);
  for (const [index, row] of resolved.entries()) {
    const text = toText(given[index]?.[name]);
    if (isBroken(row) || text === '') continue;
    // A comparison keeps a number that is the name of several objects, too: its object may have that reference already.
    const number = found.get(text) ?? (keepsNumbers ? toReferenceNumber(text) : undefined);
    resolved[index] =
      typeof number === 'string'
        ? { ...row, data: JSON.stringify({ ...JSON.parse(row.data), [name]: number }) }
        : toBroken(
            row,
            `${name}: ${JSON.stringify(text.slice(0, 60))} ${found.get(text) === null ? 'names several objects' : 'names no object'}`,
          );
  }
}

const toBroken = (row: ObjectToInsert, problem: string): BrokenFeature => ({
  rowNumber: row.rowNumber,
  problem,
  reason: 'VALUE_MISFIT',
  properties: JSON.parse(row.data) as ObjectData,
  key: row.key,
});

/** `resolveRows` for the rows of a file as they are read; nothing waits for layers without references. */
export function resolveStream(
  db: Kysely<Schema>,
  layersFor: LayersFor,
  context: ReferenceContext,
  rows: AsyncIterable<Row>,
): AsyncIterable<Row> {
  return listReferenceFields(context.fields).length === 0
    ? rows
    : resolveChunks(db, layersFor, context, rows);
}

async function* resolveChunks(
  db: Kysely<Schema>,
  layersFor: LayersFor,
  context: ReferenceContext,
  rows: AsyncIterable<Row>,
): AsyncGenerator<Row> {
  let chunk: Row[] = [];
  for await (const row of rows) {
    chunk.push(row);
    if (chunk.length < CHUNK) continue;
    yield* await resolveRows(db, layersFor, context, chunk);
    chunk = [];
  }
  yield* await resolveRows(db, layersFor, context, chunk);
}
