import { type HistoryEntry, limits } from '@pgis/contract';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { companyOf } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../http/AppError.ts';
import type { Reader } from '../classifiers/index.ts';
import type { AuditedObjectAction } from './auditObject.ts';
import {
  type BulkAction,
  type FieldEntry,
  type FieldPart,
  toObjectDetails,
  valueAfter,
} from './bulkEntry.ts';
import { getSeenObject, type SeenObject } from './findSeenObject.ts';
import {
  findState,
  type History,
  type Patch,
  type State,
  type StateRow,
  withSettings,
} from './objectStates.ts';

type Action = AuditedObjectAction | BulkAction;

/** Changes after which an object was something that can be wished back. */
const restorable: readonly Action[] = [
  'OBJECT_ADDED',
  'OBJECT_CHANGED',
  'OBJECTS_CHANGED',
  'OBJECT_MOVED_TO_LAYER',
  'OBJECT_STATE_RESTORED',
];
/** Those that raise the object's version. */
const changing: readonly Action[] = [...restorable, 'OBJECT_DELETED', 'OBJECT_RESTORED'];
/** What is told of an object: not who voted for it or took a file of it. */
const told: readonly Action[] = [
  ...changing,
  'OBJECT_APPROVED',
  'OBJECT_HIDDEN',
  'OBJECT_UNHIDDEN',
  'COMMENT_ADDED',
  'COMMENT_DELETED',
  'COMMENTS_ADDED',
  'COMMENTS_DELETED',
  'FILE_ADDED',
  'FILE_DELETED',
];

type Db = Kysely<Schema>;

/** Its own rows, and those about many that it was one of. */
const rowsOf = (db: Db, objectId: number, actions: readonly string[]) =>
  db
    .selectFrom('audit_log')
    .where('company_id', '=', companyOf(objectId))
    .where(
      sql<SqlBool>`(entity = 'object' AND entity_id = ${objectId}::bigint OR id = ANY(ARRAY(
        SELECT b.log_id FROM bulk_edit_objects AS b
        WHERE b.company_id = ${companyOf(objectId)}::integer AND b.geom_id = ${objectId}::bigint)))`,
    )
    .where('action', 'in', actions);

/** Of a row about many objects what this one has for itself; null in others. */
const partOf = (objectId: number) =>
  sql<Record<string, unknown> | null>`details #> ARRAY['objects', ${String(objectId)}::text]`;

const withoutPoints = sql<Record<string, unknown>>`
  (details - 'objects') #- '{old,geometry,wkt}' #- '{new,geometry,wkt}'`;

/** A shape counts as known where its points are. */
const knownValues = (side: 'old' | 'new'): RawBuilder<Record<string, unknown>> => sql`
  CASE WHEN details ? 'objects' THEN '{}'
    WHEN details #> ${sql.lit(`{${side},geometry,wkt}`)} IS NULL
    THEN coalesce(details -> ${sql.lit(side)}, '{}') - 'geometry'
    ELSE (details #- ${sql.lit(`{${side},geometry,wkt}`)}) -> ${sql.lit(side)} END`;

/** All changes of an object, oldest first; of one with very many the newest. */
async function readStates(db: Db, { row }: SeenObject): Promise<History> {
  const rows = await rowsOf(db, row.id, changing)
    .select('id')
    .select(
      sql<number | null>`coalesce(details ->> 'version', ${partOf(row.id)} ->> 'version')::integer`.as(
        'version',
      ),
    )
    .select([knownValues('old').as('old'), knownValues('new').as('new')])
    .select(partOf(row.id).as('part'))
    .select(sql<FieldEntry | null>`CASE WHEN details ? 'objects' THEN details - 'objects' END`.as('entry'))
    .orderBy('id', 'desc')
    .limit(limits.historyRows)
    .execute();
  const states = rows.reverse().map(
    ({ part, entry, ...state }): StateRow => ({
      ...state,
      version: state.version ?? undefined,
      patch: entry === null || part === null ? undefined : toPatch(entry, part as unknown as FieldPart),
    }),
  );
  return { rows: states, version: row.version };
}

const toPatch = (entry: FieldEntry, part: FieldPart): Patch => ({
  field: entry.field,
  old: part.old,
  new: valueAfter(entry, part),
});

/** What the object was after this change. */
export async function findStateAfter(db: Db, seen: SeenObject, entryId: number): Promise<State | undefined> {
  const history = await readStates(db, seen);
  const at = history.rows.findIndex(({ id }) => id === entryId);
  return at < 0 ? undefined : findState(history, at);
}

async function getEdited(db: Db, reader: Reader, id: number): Promise<SeenObject> {
  const seen = await getSeenObject(db, reader, id);
  if (!seen.rights.edits) throw new AppError('FORBIDDEN');
  return seen;
}

interface EntryRow extends Omit<HistoryEntry, 'at' | 'canRestore'> {
  readonly at: Date;
  readonly part: Record<string, unknown> | null;
}

const toEntry =
  (history: History) =>
  ({ at, part, ...row }: EntryRow): HistoryEntry => {
    const index = restorable.some((action) => action === row.action)
      ? history.rows.findIndex(({ id }) => id === row.id)
      : -1;
    const isNow = history.rows[index]?.version === history.version;
    return {
      ...row,
      details: part === null ? row.details : toObjectDetails(row.details, part),
      at: at.toISOString(),
      canRestore: index >= 0 && !isNow && findState(history, index) !== undefined,
    };
  };

export interface HistoryRequest extends Reader {
  readonly id: number;
}

/** For those who may edit the object, newest first. */
export async function listHistory(
  db: Db,
  request: HistoryRequest,
  before: number | undefined,
): Promise<{ items: HistoryEntry[]; next: number | null }> {
  const seen = await getEdited(db, request, request.id);
  const size = limits.historyPageRows;
  const rows = await rowsOf(db, request.id, told)
    .select(['id', 'at', 'user_name as userName', 'action', withoutPoints.as('details')])
    .select(partOf(request.id).as('part'))
    .where('id', '<', before ?? Number.MAX_SAFE_INTEGER)
    .orderBy('id', 'desc')
    .limit(size + 1)
    .execute();
  const items = rows.slice(0, size).map(toEntry(await readStates(db, seen)));
  return { items, next: rows.length > size ? (items.at(-1)?.id ?? null) : null };
}

export async function getHistoryEntry(
  db: Db,
  request: HistoryRequest,
  entryId: number,
): Promise<HistoryEntry> {
  const seen = await getEdited(db, request, request.id);
  const row = await rowsOf(db, request.id, told)
    .select(['id', 'at', 'user_name as userName', 'action'])
    .select(sql<Record<string, unknown>>`details - 'objects'`.as('details'))
    .select(partOf(request.id).as('part'))
    .where('id', '=', entryId)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('NOT_FOUND');
  return toEntry(await readStates(db, seen))(row);
}

/** One value of a state; of a shape its WKT. */
export async function readSource(
  db: Db,
  { row }: SeenObject,
  field: keyof State,
  source: State[keyof State],
): Promise<unknown> {
  const value =
    source.in === 'object'
      ? field === 'geometry'
        ? row.wkt
        : row[field]
      : await readLogged(db, row.id, field, source);
  const isWhole = field !== 'data' || typeof value !== 'object' || value === null;
  return isWhole ? value : withSettings(value as Record<string, unknown>, source.settings);
}

async function readLogged(
  db: Db,
  objectId: number,
  field: keyof State,
  source: Extract<State[keyof State], { in: 'log' }>,
): Promise<unknown> {
  const path = field === 'geometry' ? `{${source.side},geometry,wkt}` : `{${source.side},${field}}`;
  const found = await db
    .selectFrom('audit_log')
    .select(sql<unknown>`details #> ${path}::text[]`.as('value'))
    .where('company_id', '=', companyOf(objectId))
    .where('id', '=', source.id)
    .executeTakeFirst();
  return found?.value;
}
