/**
 * A search of the box among 150 000 addresses, through the whole server, against the same words looked for in the bare
 * database without an index; on PostgreSQL and on the embedded engine. And what the gazetteer costs when first asked.
 */
import type { ReplyOf, searchPlaces } from '@pgis/contract';
import { type Database, inTransaction, migrateToLatest } from '@pgis/server';
import { startTestApp } from '@pgis/testkit';
import { sql } from 'kysely';
import { openGazetteer } from '../../apps/server/src/gazetteer/Gazetteer.ts';
import { measureOnBothEngines } from '../benchDatabase.ts';
import { measureTime } from '../measureTime.ts';
import { quantile, rounded, spread } from '../statistics.ts';
import { writeResult } from '../writeResult.ts';
import { addAddresses, count, questions } from './addresses.ts';

type Reply = ReplyOf<typeof searchPlaces>;
const rounds = 30;
const here = { lon: 24.1, lat: 56.95 };
const at = sql`ST_Transform(ST_SetSRID(ST_MakePoint(${here.lon}::float8, ${here.lat}::float8), 4326), 3857)`;

const summary = (values: readonly number[]) => ({
  ...spread(values),
  p95: rounded(quantile(values, 0.95)),
});

/** Returns the six nearest objects that contain the words, by reading every row. */
async function searchWithoutIndex(database: Database, words: string): Promise<readonly string[]> {
  const patterns = words.split(' ').map((word) => `% ${word}%`);
  const { rows } = await inTransaction(database, { statementMs: 0 }, (db) =>
    sql<{ name: string }>`
    SELECT name FROM geoms AS g WHERE g.deleted_at IS NULL AND ' ' || folded_text(g.name) LIKE ALL (${patterns}::text[])
    ORDER BY g.geom <-> ${at} LIMIT 6`.execute(db),
  );
  return rows.map(({ name }) => name);
}

async function measure(database: Database) {
  await migrateToLatest(database);
  await addAddresses(database);
  await using t = await startTestApp(database);
  const search = async (q: string) => {
    const url = `/api/v1/places?${new URLSearchParams({ q, lon: String(here.lon), lat: String(here.lat) })}`;
    const { status, json } = await t.call<Reply>({ url });
    if (status !== 200) throw new Error(`${q}: ${status}`);
    return json.items.flatMap((item) => (item.kind === 'object' ? [item.name] : []));
  };
  const results: Record<string, unknown> = {};
  for (const [name, words] of Object.entries(questions)) {
    const { value: found } = await measureTime(() => search(words));
    const { value: expected } = await measureTime(() => searchWithoutIndex(database, words));
    const rest = found.filter((one) => !expected.includes(one));
    if (found.length !== expected.length || (name !== 'address' && rest.length > 0))
      throw new Error(`${words}: ${found} instead of ${expected}`);
    const times: { server: number[]; withoutIndex: number[] } = { server: [], withoutIndex: [] };
    for (let round = 0; round < rounds; round += 1) {
      times.server.push((await measureTime(() => search(words))).ms);
      if (round < 5)
        times.withoutIndex.push((await measureTime(() => searchWithoutIndex(database, words))).ms);
    }
    results[name] = {
      words,
      found: found.length,
      serverMs: summary(times.server),
      withoutIndexMs: spread(times.withoutIndex),
    };
    console.log(`${name}: ${JSON.stringify(results[name])}`);
  }
  return results;
}

async function measureGazetteer() {
  const before = process.memoryUsage.rss();
  const { ms } = await measureTime(openGazetteer);
  return {
    firstAskedMs: Number(ms.toPrecision(3)),
    rssMb: Math.round((process.memoryUsage.rss() - before) / 1e6),
  };
}

const gazetteer = await measureGazetteer();
console.log(`gazetteer: ${JSON.stringify(gazetteer)}`);
const measured = await measureOnBothEngines({ postgres: measure, embedded: measure });
writeResult('search', { objects: count, rounds, gazetteer, ...measured });
