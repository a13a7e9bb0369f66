import {
  companyOf,
  type HistoryEntry,
  type HistorySide,
  type LogRowId,
  limits,
  type ObjectId,
} from '@pgis/contract';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { AppError } from '../../../errors/AppError.ts';
import type { Reader } from '../../../layers/readVisibleNodes.ts';
import type { AuditedObjectAction } from '../../../objects/auditObject.ts';
import {
  type BulkAction,
  type FieldChange,
  type FieldEntry,
  toObjectDetails,
  valueAfter,
} from '../../../objects/bulkEntry.ts';
import { getVisibleObject, type VisibleObject } from '../../../objects/getVisibleObject.ts';
import {
  findState,
  findStateBefore,
  type History,
  type Patch,
  type State,
  type StateRow,
  withSettings,
} from './objectStates.ts';

type Action = AuditedObjectAction | BulkAction | 'OBJECTS_MERGED' | 'MERGE_UNDONE';

/** Changes whose result can be restored. */
const restorable: readonly Action[] = [
  'OBJECT_ADDED',
  'OBJECT_CHANGED',
  'OBJECTS_CHANGED',
  'OBJECT_MOVED_TO_LAYER',
  'OBJECT_STATE_RESTORED',
];
/** Actions that raise the object's version. */
export const changing: readonly Action[] = [...restorable, 'OBJECT_DELETED', 'OBJECT_RESTORED'];
export const reviewing: readonly Action[] = ['OBJECT_APPROVED', 'OBJECT_HIDDEN', 'OBJECT_UNHIDDEN'];
const commenting: readonly Action[] = [
  'COMMENT_ADDED',
  'COMMENT_DELETED',
  'COMMENTS_ADDED',
  'COMMENTS_DELETED',
];
/** Actions that the history shows; votes and exports are left out. */
const visibleActions: readonly Action[] = [
  ...changing,
  ...reviewing,
  ...commenting,
  'FILE_ADDED',
  'FILE_DELETED',
  'FILE_CHANGED',
  'OBJECTS_MERGED',
  'MERGE_UNDONE',
];

type Db = Kysely<Schema>;

/** Rows about the object alone, and those about many objects with it among them. */
export const rowsOf = (db: Db, objectId: ObjectId, actions: readonly string[]) =>
  db
    .selectFrom('audit_log')
    .where('company_id', '=', companyOf(objectId))
    .where(
      sql<SqlBool>`(entity = 'object' AND entity_id = ${objectId}::bigint OR id = ANY(ARRAY(
        SELECT b.log_id FROM bulk_edit_objects AS b
        WHERE b.company_id = ${companyOf(objectId)}::integer AND b.geom_id = ${objectId}::bigint)))`,
    )
    .where('action', 'in', actions);

/** This object's part of a row about many objects; null in other rows. */
export const objectDetailsOf = (objectId: ObjectId) =>
  sql<Record<string, unknown> | null>`details #> ARRAY['objects', ${String(objectId)}::text]`;

export const withoutPoints = sql<Record<string, unknown>>`
  (details - 'objects') #- '{old,geometry,wkt}' #- '{new,geometry,wkt}'`;

/** Values of one side of a change; a shape counts as known when its points are there. */
const knownValues = (side: 'old' | 'new'): RawBuilder<Record<string, unknown>> => sql`
  CASE WHEN details ? 'objects' THEN '{}'
    WHEN details #> ${sql.lit(`{${side},geometry,wkt}`)} IS NULL
    THEN coalesce(details -> ${sql.lit(side)}, '{}') - 'geometry'
    ELSE (details #- ${sql.lit(`{${side},geometry,wkt}`)}) -> ${sql.lit(side)} END`;

/** All changes of an object, oldest first; the newest `limits.historyRows` of very many. */
async function readStates(db: Db, { row }: VisibleObject): Promise<History> {
  const rows = await rowsOf(db, row.id, changing)
    .select('id')
    .select(
      sql<
        number | null
      >`coalesce(details ->> 'version', ${objectDetailsOf(row.id)} ->> 'version')::integer`.as('version'),
    )
    .select([knownValues('old').as('old'), knownValues('new').as('new')])
    .select(objectDetailsOf(row.id).as('part'))
    .select(sql<FieldEntry | null>`CASE WHEN details ? 'objects' THEN details - 'objects' END`.as('entry'))
    .orderBy('id', 'desc')
    .limit(limits.historyRows)
    .execute();
  const states = rows.reverse().map(
    ({ part, entry, ...state }): StateRow => ({
      ...state,
      version: state.version ?? undefined,
      patch: entry === null || part === null ? undefined : toPatch(entry, part as unknown as FieldChange),
    }),
  );
  return { rows: states, version: row.version };
}

const toPatch = (entry: FieldEntry, part: FieldChange): Patch => ({
  field: entry.field,
  old: part.old,
  new: valueAfter(entry, part),
});

/** The object's state before or after this change. */
export async function findStateAt(
  db: Db,
  object: VisibleObject,
  { entryId, side }: { readonly entryId: LogRowId; readonly side: HistorySide },
): Promise<State | undefined> {
  const history = await readStates(db, object);
  const at = history.rows.findIndex(({ id }) => id === entryId);
  if (at < 0) return undefined;
  return side === 'before' ? findStateBefore(history, at) : findState(history, at);
}

async function getEdited(db: Db, reader: Reader, id: number): Promise<VisibleObject> {
  const object = await getVisibleObject(db, reader, id);
  if (!object.rights.edits) throw new AppError('FORBIDDEN');
  return object;
}

interface EntryRow extends Omit<HistoryEntry, 'at' | 'canRestore' | 'canRestoreBefore'> {
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
      canRestoreBefore: index >= 0 && findStateBefore(history, index) !== undefined,
    };
  };

export interface HistoryRequest extends Reader {
  readonly id: number;
}

/** Entries for actors who may edit the object, newest first. */
export async function listHistory(
  db: Db,
  request: HistoryRequest,
  before: number | undefined,
): Promise<{ items: HistoryEntry[]; next: number | null }> {
  const object = await getEdited(db, request, request.id);
  const size = limits.historyPageRows;
  const rows = await rowsOf(db, request.id, visibleActions)
    .select(['id', 'at', 'user_name as userName', 'action', withoutPoints.as('details')])
    .select(objectDetailsOf(request.id).as('part'))
    .where('id', '<', before ?? Number.MAX_SAFE_INTEGER)
    .orderBy('id', 'desc')
    .limit(size + 1)
    .execute();
  const items = rows.slice(0, size).map(toEntry(await readStates(db, object)));
  return { items, next: rows.length > size ? (items.at(-1)?.id ?? null) : null };
}

export async function getHistoryEntry(
  db: Db,
  request: HistoryRequest,
  entryId: LogRowId,
): Promise<HistoryEntry> {
  const object = await getEdited(db, request, request.id);
  const row = await rowsOf(db, request.id, visibleActions)
    .select(['id', 'at', 'user_name as userName', 'action'])
    .select(sql<Record<string, unknown>>`details - 'objects'`.as('details'))
    .select(objectDetailsOf(request.id).as('part'))
    .where('id', '=', entryId)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('NOT_FOUND');
  return toEntry(await readStates(db, object))(row);
}

/** One value of a state; a shape as WKT. */
export async function readSource(
  db: Db,
  { row }: VisibleObject,
  { field, source }: { readonly field: keyof State; readonly source: State[keyof State] },
): Promise<unknown> {
  const value =
    source.in === 'object'
      ? field === 'geometry'
        ? row.wkt
        : row[field]
      : await readLogged(db, { objectId: row.id, field, source });
  const isWhole = field !== 'data' || typeof value !== 'object' || value === null;
  return isWhole ? value : withSettings(value as Record<string, unknown>, source.settings);
}

async function readLogged(
  db: Db,
  {
    objectId,
    field,
    source,
  }: {
    readonly objectId: ObjectId;
    readonly field: keyof State;
    readonly source: Extract<State[keyof State], { in: 'log' }>;
  },
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
