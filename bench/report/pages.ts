import type { ReportDashboard, ReportPage } from '@pgis/contract';
import type { Database } from '@pgis/server';
import { sql } from 'kysely';
import { measureTime } from '../measureTime.ts';
import { spread } from '../statistics.ts';
import { alternate } from './alternate.ts';

const ROUNDS = 7;
const PAGE = 100;
const GOAL_MS = 300;
const GOAL_RATIO = 2;

interface Row {
  readonly id: number;
}

export interface Site {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly database: Database;
}

const species = "data ->> 'species' ILIKE '%species 7%'";
const month = "created_at >= 'MONTH_AGO'";
const name = 'name_order(name) COLLATE "C", id';
const size = "(data ->> 'size')::float8";
const text = `lower(data ->> 'species') COLLATE "C"`;
const status = `(SELECT t.position FROM comments m JOIN classifiers t ON t.company_id = m.company_id AND t.id = m.status_id
  WHERE m.company_id = geoms.company_id AND m.id = geoms.latest_comment_id) NULLS FIRST`;

const author = `(SELECT name_order(u.first_name || ' ' || u.last_name) FROM users u
  WHERE u.company_id = geoms.company_id AND u.id = geoms.author_id) COLLATE "C"`;
const description = 'name_order(description) COLLATE "C"';

/**
 * Requests, and the SQL that an engineer would write by hand; the goal applies to those that filter and sort.
 */
const pages: Readonly<Record<string, readonly [query: string, condition: string, order: string]>> = {
  newest: ['', 'true', 'created_at DESC, id DESC'],
  byName: ['_sort=name', 'true', name],
  fieldFilterNewest: ['species=species+7', species, 'created_at DESC, id DESC'],
  fieldFilterByName: ['species=species+7&_sort=name', species, name],
  fieldFilterByNumber: ['species=species+7&_sort=data.size', species, `${size}, id`],
  monthByNumber: ['_from=MONTH_AGO&_sort=data.size', month, `${size}, id`],
  monthByNumberDown: ['_from=MONTH_AGO&_sort=-data.size', month, `${size} DESC, id DESC`],
  monthByText: ['_from=MONTH_AGO&_sort=data.species', month, `${text}, id`],
  monthByDay: ['_from=MONTH_AGO&_sort=data.day', month, "(data ->> 'day')::date, id"],
  monthByStatus: ['_from=MONTH_AGO&_sort=status', month, `${status}, id`],
  monthByAuthor: ['_from=MONTH_AGO&_sort=author', month, `${author}, id`],
  monthByDescription: ['_from=MONTH_AGO&_sort=description', month, `${description}, id`],
  byAuthor: ['_sort=author', 'true', `${author}, id`],
  byNumber: ['_sort=data.size', 'true', `${size}, id`],
  byNumberDown: ['_sort=-data.size', 'true', `${size} DESC, id DESC`],
  byText: ['_sort=data.species', 'true', `${text}, id`],
  byDay: ['_sort=data.day', 'true', "(data ->> 'day')::date, id"],
};

const isFilteredAndSorted = (one: string): boolean => /^(fieldFilter|month)/.test(one);

export async function measurePages({ url, headers, database }: Site, classId: number, objects: number) {
  const ask = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`${url}/api/v1/${path}`, { headers });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const page = async (query: string): Promise<ReportPage> => {
    const found = await ask<ReportPage>(
      `geoms/class-objects/${classId}?_size=${PAGE}&_totals=false&${query}`,
    );
    if (found.items.length !== PAGE) throw new Error(`${query}: ${found.items.length} rows`);
    return found;
  };
  const layer = `company_id = ${Math.floor(classId / 2 ** 32)} AND class_id = ${classId} AND deleted_at IS NULL`;
  const byHand = async (condition: string, order: string, offset = 0): Promise<Row[]> => {
    const { rows } = await sql<Row>`
      SELECT id, name, description, is_public, data, upvote_count, author_id, created_at, updated_at, measure
      FROM geoms WHERE ${sql.raw(layer)} AND ${sql.raw(condition)}
      ORDER BY ${sql.raw(order)} LIMIT ${PAGE} OFFSET ${offset}`.execute(database.db);
    if (rows.length !== PAGE) throw new Error(`${condition} ${order}: ${rows.length} rows by hand`);
    return rows;
  };
  const found: Record<string, Awaited<ReturnType<typeof alternate>>> = {};
  const measure = async (what: string, ours: () => Promise<unknown>, theirs: () => Promise<unknown>) => {
    found[what] = await alternate(ours, theirs, ROUNDS);
    const { ratio, serverMs } = found[what];
    const goal = isFilteredAndSorted(what)
      ? ` goal ${GOAL_MS} ms and ${GOAL_RATIO}x: ${serverMs.median < GOAL_MS && ratio <= GOAL_RATIO ? 'kept' : 'MISSED'}`
      : '';
    console.log(`page ${what}: ${serverMs.median} ms, ${ratio}x the bare SQL;${goal}`);
  };

  /** Both sides must give the same rows in the same order. */
  const measurePage = async (what: string, ours: () => Promise<ReportPage>, theirs: () => Promise<Row[]>) => {
    const [ourIds, theirIds] = [(await ours()).items, await theirs()].map((rows) => rows.map(({ id }) => id));
    if (String(ourIds) !== String(theirIds)) throw new Error(`${what}: other rows than by hand`);
    await measure(what, ours, theirs);
  };

  const monthAgo = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 19);
  const sinceMonthAgo = (text: string): string => text.replace('MONTH_AGO', `${monthAgo}Z`);
  for (const [what, [query, condition, order]] of Object.entries(pages))
    await measurePage(
      what,
      () => page(sinceMonthAgo(query)),
      () => byHand(sinceMonthAgo(condition), order),
    );
  // Measures the middle of the report by page number, and after the row before it, which is how the screen continues.
  const deep = Math.floor(objects / PAGE / 2);
  const { next } = await page(`_page=${deep}`);
  const offset = deep * PAGE;
  const [, condition = '', order = ''] = pages.newest ?? [];
  await measurePage(
    'deepByNumber',
    () => page(`_page=${deep + 1}`),
    () => byHand(condition, order, offset),
  );
  await measurePage(
    'deepByCursor',
    () => page(`_after=${next}`),
    () => byHand(condition, order, offset),
  );
  await measure(
    'totals',
    async () => {
      const { total } = await ask<ReportPage>(`geoms/class-objects/${classId}?_size=1`);
      if (total !== objects) throw new Error(`${total} objects`);
    },
    () => sql`SELECT count(*), sum(measure) FROM geoms WHERE ${sql.raw(layer)}`.execute(database.db),
  );

  const dashboard: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1)
    dashboard.push((await measureTime(() => ask<ReportDashboard>('reports/dashboard'))).ms);
  const dashboardMs = spread(dashboard.slice(1));
  console.log(`start page of reports: ${dashboardMs.median} ms`);
  return { pageRows: PAGE, pages: found, dashboardMs };
}
