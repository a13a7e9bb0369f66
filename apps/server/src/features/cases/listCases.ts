import {
  type Case,
  type CaseSort,
  type CaseState,
  type CaseTab,
  type listCases as call,
  caseTabs,
  type ObjectId,
  type QueryOf,
  type ReplyOf,
} from '@pgis/contract';
import type { Extent } from '@pgis/geo';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { readToday } from '../../cases/caseRows.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError, validationError } from '../../errors/AppError.ts';
import type { LayerAccess } from '../../layers/layerQuery.ts';
import type { Reader } from '../../layers/readVisibleNodes.ts';
import { visibleGeometry } from '../../layers/visibleGeometry.ts';
import { isRealDay } from '../../query/companyTime.ts';
import type { ObjectQuery } from '../../query/ObjectQuery.ts';
import { toCondition } from '../../query/toCondition.ts';
import { caseConditions } from './caseConditions.ts';
import { fromCases, isOverdue, listCaseLayers, selectCases, unitOfCase } from './selectCases.ts';

type Deps = Pick<AppDeps, 'database' | 'clock'>;
type Query = QueryOf<typeof call>;
type Reply = ReplyOf<typeof call>;

interface CaseReader extends Reader {
  readonly actor: UserActor;
}

/** Conditions of the lists on an open case `c` of an object `g`. */
type TabConditions = Readonly<Record<CaseTab, RawBuilder<boolean>>>;

const DEFAULT_PAGE_ROWS = 50;

/** Reads a page of cases, and counts the open ones of all lists in one more statement. */
export async function listCases(
  { database: { db }, clock }: Deps,
  { actor, language, query }: CaseReader & { readonly query: Query },
): Promise<Reply> {
  const {
    _tab: tab = 'all',
    _state = 'open',
    _class: classId,
    _sort,
    _page = 1,
    _size = DEFAULT_PAGE_ROWS,
  } = query;
  checkDays(query);
  const today = await readToday(db, clock);
  const all = await listCaseLayers(db, actor);
  const layers = all.filter(({ layer }) => classId === undefined || layer.id === classId);
  const filters = toFilters(query);
  /** Conditions on a case of one of these layers. */
  const conditionsIn = (among: readonly LayerAccess[]) => [
    tabConditions({ actor, today, unit: unitOfCase(among) })[tab],
    ...stateConditions[_state],
    ...caseConditions(query, { layers: among, today }),
  ];
  const listed = conditionsIn(layers);
  const list = sql`${fromCases({ layers, ...filters })} AND ${sql.join(listed, sql` AND `)}`;
  const isFiltered = classId !== undefined || Object.keys(filters).length > 0 || listed.length > 2;
  const { filtered, ...counts } = await countTabs(db, all, {
    tabs: tabConditions({ actor, today, unit: unitOfCase(all) }),
    filter:
      _state === 'open' && isFiltered
        ? sql`${toCondition({ layers: all, ...filters })} AND ${sql.join(conditionsIn(all), sql` AND `)}
            AND g.class_id = ANY(${layers.map(({ layer }) => layer.id)}::bigint[])`
        : undefined,
  });
  const total = _state === 'open' ? (filtered ?? counts[tab]) : await countRows(db, layers, list);
  if (total === 0) return { items: [], total, counts, today };
  const order = orderOf(layers, _sort ?? 'due', query);
  const page = sql`SELECT l.rank, g.company_id, g.id ${list}
    ORDER BY ${order} LIMIT ${_size} OFFSET ${(_page - 1) * _size}`;
  const items = _size === 0 ? [] : await selectCases(db, { layers, language, today, page, order });
  return { items, total, counts, today };
}

/** @throws NOT_FOUND for an object that is no case, or one in a unit where the actor holds no level. */
export async function getCase(
  { database: { db }, clock }: Deps,
  { actor, language, id }: Reader & { readonly id: ObjectId },
): Promise<Case> {
  const layers = await listCaseLayers(db, actor);
  if (layers.length === 0) throw new AppError('NOT_FOUND');
  const page = sql`SELECT l.rank, g.company_id, g.id
    ${fromCases({ layers, ids: [id] })}`;
  const today = await readToday(db, clock);
  const [found] = await selectCases(db, { layers, language, today, page, order: sql`g.id` });
  if (found === undefined) throw new AppError('NOT_FOUND');
  return found;
}

interface TabContext {
  readonly actor: UserActor;
  readonly today: string;
  readonly unit: RawBuilder<number | null>;
}

const tabConditions = ({ actor: { userId, unitLevels }, today, unit }: TabContext): TabConditions => ({
  mine: sql`coalesce(c.assignee_id = ${userId}::bigint, false)`,
  unit: sql`coalesce(${unit} = ANY(${[...unitLevels.keys()]}::bigint[]), false)`,
  unassigned: sql`c.assignee_id IS NULL`,
  overdue: isOverdue(today),
  waiting: sql`g.review = 'waiting'`,
  all: sql`true`,
});

const isOpen = sql<boolean>`c.closed_at IS NULL`;

const stateConditions: Readonly<Record<CaseState, readonly RawBuilder<boolean>[]>> = {
  open: [isOpen],
  closed: [sql`c.closed_at IS NOT NULL`],
  any: [],
};

interface Counting {
  readonly tabs: TabConditions;
  /** Condition of the list and its filters, which do not narrow the counts; undefined without filters. */
  readonly filter: RawBuilder<unknown> | undefined;
}

type Counts = Reply['counts'] & { readonly filtered: number | null };

/**
 * Counts all lists, and the filtered one, in one scan. What waits for review is counted apart, by its own index: without
 * it and without filters the scan reads no object from the heap.
 */
async function countTabs(
  db: Kysely<Schema>,
  layers: readonly LayerAccess[],
  { tabs, filter }: Counting,
): Promise<Counts> {
  const none = { mine: 0, unit: 0, unassigned: 0, overdue: 0, waiting: 0, all: 0, filtered: 0 };
  if (layers.length === 0) return none;
  const open = sql`${fromCases({ layers })} AND ${isOpen}`;
  const count = (condition: RawBuilder<unknown>) => sql`(count(*) FILTER (WHERE ${condition}))::integer`;
  const scanned = caseTabs.filter((name) => name !== 'waiting');
  const { rows } = await sql<Counts>`
    SELECT ${sql.join(scanned.map((name) => sql`${count(tabs[name])} AS ${sql.ref(name)}`))},
           (SELECT count(*)::integer ${open} AND ${tabs.waiting}) AS waiting,
           ${filter === undefined ? sql`NULL` : count(filter)} AS filtered
    ${open}`.execute(db);
  return rows[0] ?? none;
}

async function countRows(
  db: Kysely<Schema>,
  layers: readonly LayerAccess[],
  list: RawBuilder<unknown>,
): Promise<number> {
  if (layers.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count ${list}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** @throws VALIDATION for a day that no calendar has. */
function checkDays(query: Query): void {
  for (const name of ['_from', '_to'] as const) {
    const day = query[name];
    if (day !== undefined && !isRealDay(day))
      throw validationError({ path: `query/${name}`, code: 'WRONG_FORMAT' });
  }
}

/** An extent whose text the schema has checked. */
export function parseExtent(text: string): Extent {
  const [minX = 0, minY = 0, maxX = 0, maxY = 0] = text.split(',').map(Number);
  return [minX, minY, maxX, maxY];
}

function toFilters({ _q, _status, _bbox }: Query): Omit<ObjectQuery, 'layers'> {
  return {
    ...(_q !== undefined && _q.trim() !== '' && { text: _q }),
    ...(_status !== undefined && { statusIds: [_status] }),
    ...(_bbox !== undefined && { extent: parseExtent(_bbox) }),
  };
}

/** Paused cases come last among those by due date: nothing can be done about them now. */
function orderOf(layers: readonly LayerAccess[], sort: CaseSort, { _x, _y }: Query): RawBuilder<unknown> {
  switch (sort) {
    case 'newest':
      return sql`g.created_at DESC, g.id DESC`;
    case 'oldest':
      return sql`g.created_at, g.id`;
    case 'votes':
      return sql`g.upvote_count DESC, g.id`;
    case 'nearest':
      return sql`${visibleGeometry(layers)} <-> ST_SetSRID(ST_MakePoint(${_x ?? 0}::float8, ${_y ?? 0}::float8), 3857), g.id`;
    case 'due':
      return sql`(c.paused_on IS NOT NULL), c.due_on NULLS LAST, c.priority DESC, g.id`;
  }
}
