/**
 * The inbox of 100 000 open cases among 400 000 other objects, through the whole server: its lists, orders, filters and a
 * deep page, the casework report, and the possible duplicates of a case in a crowd, beside the SQL that somebody would write by hand for the same;
 * and the way of an event to 1 000 followers. On PostgreSQL, in turn.
 */
import type { listCases, listDuplicates, ReplyOf } from '@pgis/contract';
import { type Database, inTransaction, migrateToLatest, openDatabase } from '@pgis/server';
import { addActors, addComment, addGroup, addLayer, addObject, signIn, startTestApp } from '@pgis/testkit';
import { sql } from 'kysely';
import { runOnBenchServer } from '../benchDatabase.ts';

import { writeResult } from '../writeResult.ts';
import { compareTimes, ROUNDS } from './compareTimes.ts';
import { measureFollowers } from './measureFollowers.ts';
import { measureReport } from './measureReport.ts';

const CASES = 100_000;
const OTHERS = 400_000;

type Inbox = ReplyOf<typeof listCases>;

/** Points over Latvia with addresses, topics and votes. */
const addPoints = (database: Database, layerId: number, count: number) =>
  inTransaction(database, { statementMs: 0, idleMs: 0 }, (db) =>
    sql`INSERT INTO geoms (company_id, id, class_id, kind, geom, name, description, is_public, upvote_count, created_at)
      SELECT c, new_id(c::integer, 'geom_seq'), ${layerId}::bigint, 1,
             ST_SetSRID(ST_MakePoint(2350000 + (i::bigint * 7919) % 700000, 7550000 + (i::bigint * 104729) % 400000), 3857),
             'Street ' || i % 3000, 'Report ' || i, true, i % 50, '2026-11-24'::timestamptz - make_interval(mins => i)
      FROM generate_series(1, ${count}::integer) AS i, (VALUES ((${layerId}::bigint / 4294967296)::integer)) AS v(c)`.execute(
      db,
    ),
  );

/** Half of the cases have an assignee, most a date, and a tenth is closed in addition to the open ones. */
const addCases = (database: Database, layerId: number, userIds: readonly number[]) =>
  inTransaction(database, { statementMs: 0, idleMs: 0 }, (db) =>
    sql`INSERT INTO cases (company_id, geom_id, assignee_id, due_on, closed_at, priority)
      SELECT company_id, id, CASE WHEN id % 2 = 0 THEN (${userIds}::bigint[])[id % ${userIds.length} + 1] END,
             CASE WHEN id % 7 > 0 THEN '2026-11-01'::date + (id % 60)::integer END,
             CASE WHEN id % 11 = 0 THEN now() END, id % 3 + 1
      FROM geoms WHERE class_id = ${layerId}::bigint`.execute(db),
  );

/** 500 cases on a place of 60 m, all of a week; returns one of them. */
async function addCrowd(database: Database, layerId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    WITH crowd AS (
      INSERT INTO geoms (company_id, id, class_id, kind, geom, name, description, is_public, created_at)
      SELECT c, new_id(c::integer, 'geom_seq'), ${layerId}::bigint, 1,
             ST_SetSRID(ST_MakePoint(2683000 + i % 60, 7750000 + (i * 7) % 60), 3857),
             'Street ' || i % 30, 'Deep hole number ' || i, true, '2026-11-24'::timestamptz - make_interval(mins => i)
      FROM generate_series(1, 500) AS i, (VALUES ((${layerId}::bigint / 4294967296)::integer)) AS v(c)
      RETURNING company_id, id)
    INSERT INTO cases (company_id, geom_id) SELECT company_id, id FROM crowd RETURNING geom_id AS id`.execute(
    database.db,
  );
  return rows[250]?.id ?? 0;
}

const pages = {
  'by due date': ['', `true`, 'c.paused_on IS NOT NULL, c.due_on, c.priority DESC, g.id'],
  newest: ['_sort=newest', 'true', 'g.created_at DESC'],
  'most votes': ['_sort=votes', 'true', 'g.upvote_count DESC, g.id'],
  mine: ['_tab=mine', 'c.assignee_id = $1', 'c.paused_on IS NOT NULL, c.due_on, c.priority DESC, g.id'],
  overdue: [
    '_tab=overdue',
    'c.due_on < current_date AND c.paused_on IS NULL',
    'c.due_on, c.priority DESC, g.id',
  ],
  'page 100': ['_page=100', 'true', 'c.paused_on IS NOT NULL, c.due_on, c.priority DESC, g.id'],
  text: [
    '_q=Street 17',
    `g.name ILIKE '%Street 17%'`,
    'c.paused_on IS NOT NULL, c.due_on, c.priority DESC, g.id',
  ],
} as const;

await runOnBenchServer(async (server, dataDir) => {
  const database = await openDatabase({ databaseUrl: await server.addDatabase(), dataDir });
  await migrateToLatest(database);
  await using t = await startTestApp(database);
  const { companyId, units, users } = await addActors(database);
  const groupId = await addGroup(database, { companyId, unitId: units.roads });
  const caseLayer = { dueDays: 5, days: 'working' } as const;
  const layerId = await addLayer(database, { groupId, name: 'Cases', caseLayer });
  const otherId = await addLayer(database, { groupId, name: 'Register' });
  await addPoints(database, layerId, Math.ceil((CASES * 11) / 10));
  await addPoints(database, otherId, OTHERS);
  await addCases(database, layerId, [users.writer.id, users.unitAdmin.id, users.moduleAdmin.id]);
  await addComment(database, {
    geomId: await addObject(database, { classId: otherId }),
    content: 'x',
    isPublic: true,
  });
  await sql`ANALYZE`.execute(database.db);
  const { headers } = await signIn(t, users.writer);
  const ask = async (query: string): Promise<Inbox> => {
    const { status, json, text } = await t.call<Inbox>({ url: `/api/v1/cases?${encodeURI(query)}`, headers });
    if (status !== 200) throw new Error(text);
    return json;
  };
  /** The page and the six counts, written for this table alone, without a question about rights. */
  const askBare = async (condition: string, order: string, offset: number): Promise<number[]> => {
    const where = condition.replace('$1', String(users.writer.id));
    const from = `FROM cases c JOIN geoms g ON g.company_id = c.company_id AND g.id = c.geom_id
      WHERE c.company_id = ${companyId} AND c.closed_at IS NULL AND g.deleted_at IS NULL AND g.class_id = ${layerId}`;
    await sql
      .raw(`SELECT count(*) FILTER (WHERE c.assignee_id = ${users.writer.id}) AS mine,
        count(*) FILTER (WHERE c.assignee_id IS NULL) AS unassigned,
        count(*) FILTER (WHERE c.due_on < current_date) AS overdue,
        count(*) FILTER (WHERE g.review = 'waiting') AS waiting,
        count(*) FILTER (WHERE ${where}) AS total, count(*) AS everything ${from}`)
      .execute(database.db);
    const { rows } = await sql<{
      id: number;
    }>`${sql.raw(`SELECT g.id, g.name, g.description, g.created_at, c.due_on,
      c.priority, u.first_name, u.last_name FROM (SELECT g.id ${from} AND ${where} ORDER BY ${order} LIMIT 50 OFFSET ${offset}) p
      JOIN geoms g ON g.company_id = ${companyId} AND g.id = p.id
      JOIN cases c ON c.company_id = g.company_id AND c.geom_id = g.id
      LEFT JOIN users u ON u.company_id = c.company_id AND u.id = c.assignee_id ORDER BY ${order}`)}`.execute(
      database.db,
    );
    return rows.map(({ id }) => id);
  };
  const results: Record<string, object> = {};
  for (const [name, [query, condition, order]] of Object.entries(pages)) {
    const offset = name === 'page 100' ? 99 * 50 : 0;
    results[name] = await compareTimes(
      () => ask(query),
      () => askBare(condition, order, offset),
      ({ items }, theirs) => {
        const ids = items.map(({ id }) => id);
        if (JSON.stringify(ids) !== JSON.stringify(theirs)) throw new Error(`${name}: other cases`);
      },
    );
    console.log(name, JSON.stringify(results[name]));
  }
  results.report = await measureReport(t, database, { companyId, layerId, headers });
  console.log('report', JSON.stringify(results.report));
  const crowded = await addCrowd(database, layerId);
  results.duplicates = await measureDuplicates();
  console.log('duplicates', JSON.stringify(results.duplicates));
  results.followers = await measureFollowers(t, database, {
    layerId: otherId,
    userId: users.writer.id,
    headers,
  });
  console.log('followers', JSON.stringify(results.followers));

  /** The possible duplicates of a case in a crowd, beside the nearest ones by SQL without words and rights. */
  async function measureDuplicates(): Promise<object> {
    return await compareTimes(
      async () => {
        const url = `/api/v1/cases/${crowded}/duplicates`;
        return (await t.call<ReplyOf<typeof listDuplicates>>({ url, headers })).json.items;
      },
      async () => {
        const { rows } = await sql<{ id: number }>`
          SELECT g.id FROM geoms AS s
          JOIN geoms AS g ON g.class_id = ${layerId} AND g.deleted_at IS NULL AND g.id <> s.id AND ST_DWithin(g.geom, s.geom, 90)
            AND g.created_at BETWEEN s.created_at - interval '30 days' AND s.created_at + interval '30 days'
          JOIN cases AS c ON c.company_id = g.company_id AND c.geom_id = g.id AND c.closed_at IS NULL
          WHERE s.company_id = ${companyId} AND s.id = ${crowded}
          ORDER BY g.geom <-> s.geom LIMIT 200`.execute(database.db);
        return new Set(rows.map(({ id }) => id));
      },
      (ours, theirs) => {
        if (ours.length !== 5 || ours.some(({ id }) => !theirs.has(id)))
          throw new Error('duplicates: other cases');
      },
    );
  }
  writeResult('inbox', {
    version: server.version,
    cases: CASES,
    others: OTHERS,
    rounds: ROUNDS,
    pages: results,
  });
  await database.close();
});
