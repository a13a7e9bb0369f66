import { fieldOfColumn, type Language, type ReportSort, reportSorts } from '@pgis/contract';
import { type RawBuilder, sql } from 'kysely';
import { userName } from '../../db/sql/userName.ts';
import { validationError } from '../../errors/AppError.ts';
import { unknownFields } from '../../errors/unknownFields.ts';
import type { LayerAccess } from '../../layers/layerQuery.ts';
import type { PathOf } from '../../query/codecs/reportFilter.ts';
import { latestComment } from '../../query/latestComment.ts';
import { authorSort } from './authorSort.ts';
import { dueDay } from './caseOfObject.ts';
import { fieldSort } from './fieldSort.ts';
import type { KeyType, SortKey, SortSource } from './SortSource.ts';

/** Reads the objects themselves, so that an index can give their order. */
const objectsThemselves: SortSource = { from: (objects) => objects };

export interface SortOrder extends SortSource {
  /** Keys that are never null; the object's id is the last one. */
  readonly keys: readonly SortKey[];
  readonly isDescending: boolean;
}

const key = (type: KeyType, expression: RawBuilder<unknown>): SortKey => ({ type, expression });
const idKey = key('bigint', sql`g.id`);
const byName = (text: RawBuilder<string>): SortKey => key('text', sql`name_order(${text}) COLLATE "C"`);

const statusPosition = (access: LayerAccess): RawBuilder<number> =>
  sql`coalesce((SELECT t.position FROM ${latestComment([access])}), -1)`;

export const authorName = (language: Language): RawBuilder<string> => sql`coalesce((
  SELECT ${userName('u', language)} FROM users AS u
  WHERE u.company_id = g.company_id AND u.id = g.author_id), '')`;

const measureOf = (kind: 2 | 3): SortKey =>
  key('float8', sql`CASE WHEN g.kind = ${sql.lit(kind)} THEN coalesce(g.measure, 0) ELSE 0 END`);

/** Later than all days, for a rising order; the opposite number is earlier than all. */
const NO_DAY = 2_147_483_647;

const columnKeys: Readonly<
  Record<Exclude<ReportSort, 'author'>, (access: LayerAccess, isDescending: boolean) => readonly SortKey[]>
> = {
  id: () => [],
  name: () => [byName(sql`g.name`)],
  description: () => [byName(sql`g.description`)],
  public: () => [key('bigint', sql`g.is_public::integer`)],
  status: (access) => [key('bigint', statusPosition(access))],
  votes: () => [key('bigint', sql`g.upvote_count`)],
  added: () => [key('timestamptz', sql`g.created_at`)],
  changed: () => [key('timestamptz', sql`g.updated_at`)],
  // Objects without a date are last in both directions.
  due: (_access, isDescending) => [key('bigint', dueDay(isDescending ? -NO_DAY : NO_DAY))],
  length: () => [measureOf(2)],
  area: () => [measureOf(3)],
};

interface SortContext {
  readonly access: LayerAccess;
  readonly language: Language;
  /** Place of the text in the request, for the answer that refuses it. */
  readonly path: string;
}

/** The newest objects come first by default. */
export function parseSort(text: string | undefined, { access, language, path }: SortContext): SortOrder {
  const isDescending = text === undefined || text.startsWith('-');
  const name = text?.replace(/^-/, '') ?? 'added';
  const { keys, ...source } = sortOf(name, { access, language, path, isDescending });
  return { ...source, keys: [...keys, idKey], isDescending };
}

function sortOf(
  name: string,
  { access, language, path, isDescending }: SortContext & Pick<SortOrder, 'isDescending'>,
): SortSource & { readonly keys: readonly SortKey[] } {
  const field = fieldOfColumn(name);
  if (field !== undefined) {
    if (!access.layer.fieldNames.includes(field)) throw unknownFields([{ path, field }]);
    return fieldSort(access, field);
  }
  const column = reportSorts.find((one) => one === name);
  if (column === undefined) throw validationError({ path, code: 'NOT_ALLOWED' });
  if (column === 'author') return authorSort(access, language);
  return { ...objectsThemselves, keys: columnKeys[column](access, isDescending) };
}

const keyOf = (index: number): RawBuilder<unknown> => sql.ref(`s.k${index}`);

interface RowsQuery {
  readonly order: SortOrder;
  /** FROM and WHERE of the objects `g`. */
  readonly objects: RawBuilder<unknown>;
  readonly after?: RawBuilder<boolean> | undefined;
  readonly size: number;
  readonly offset?: number;
  /** Other columns of `g` for the rows. */
  readonly values?: RawBuilder<unknown> | undefined;
}

/** Objects in their order as rows `(id, k0, k1 …)` with the keys and the requested values. */
export const sortedRows = ({
  order,
  objects,
  after,
  size,
  offset = 0,
  values,
}: RowsQuery): RawBuilder<unknown> => sql`
  SELECT g.id${values === undefined ? sql`` : sql`, ${values}`},
    ${sql.join(order.keys.map(({ expression }, index) => sql`${expression} AS ${sql.ref(`k${index}`)}`))}
  FROM ${order.from(objects, values !== undefined)}${after === undefined ? sql`` : sql` AND ${after}`}
  ORDER BY ${directed(
    order,
    order.keys.map(({ expression }) => expression),
  )}
  LIMIT ${size}::integer OFFSET ${offset}::integer`;

const directed = ({ isDescending }: SortOrder, keys: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql.join(keys.map((one) => (isDescending ? sql`${one} DESC` : one)));

/** ORDER BY for rows `s` of `sortedRows` that were joined with others. */
export const sameOrder = (order: SortOrder): RawBuilder<unknown> =>
  directed(
    order,
    order.keys.map((_, index) => keyOf(index)),
  );

/** The keys of a row of `sortedRows` as one JSON text, exact to the last digit. */
export const cursorOf = ({ keys }: SortOrder): RawBuilder<string> =>
  sql`json_build_array(${sql.join(
    keys.map(({ type }, index) =>
      type === 'timestamptz'
        ? sql`to_char(${keyOf(index)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
        : sql`${keyOf(index)}::text`,
    ),
  )})::text`;

const shapes: Readonly<Record<KeyType, RegExp>> = {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the database takes every text but one with this sign.
  text: /^[^\u0000]{0,200}$/su,
  float8: /^(-?\d{1,20}(\.\d{1,20})?(e[+-]?\d{1,3})?|Infinity)$/,
  bigint: /^-?\d{1,16}$/,
  timestamptz: /^\d{4}-[01]\d-[0-3]\dT\d\d:\d\d:\d\d\.\d{6}Z$/,
};

export const encodeCursor = (json: string): string => Buffer.from(json).toString('base64url');

function decodeCursor(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}

/** Rows after the one with this cursor. */
export function isAfter(
  { keys, isDescending }: SortOrder,
  cursor: string,
  pathOf: PathOf,
): RawBuilder<boolean> {
  const values = decodeCursor(cursor);
  const isOurs =
    Array.isArray(values) &&
    values.length === keys.length &&
    keys.every(({ type }, index) => {
      const value: unknown = values[index];
      return typeof value === 'string' && shapes[type].test(value);
    });
  if (!isOurs) throw validationError({ path: pathOf('_after'), code: 'WRONG_FORMAT' });
  const left = sql.join(keys.map(({ expression }) => expression));
  const right = sql.join(
    keys.map(({ type }, index) => sql`${(values as readonly string[])[index]}::${sql.raw(type)}`),
  );
  return isDescending ? sql`(${left}) < (${right})` : sql`(${left}) > (${right})`;
}
