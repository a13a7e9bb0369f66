/**
 * The screen of the log, through the whole server, with 10 000 and with 1 000 000 rows: the first page of 100, one deep
 * inside, and the filters. Then what sealing and checking the rows takes. On PostgreSQL, and on the embedded engine with
 * a tenth of the rows.
 */
import { type LogRow, limits } from '@pgis/contract';
import { type Database, inTransaction, migrateToLatest } from '@pgis/server';
import { addActors, signIn, startTestApp } from '@pgis/testkit';
import { sql } from 'kysely';
import { sealLog } from '../../apps/server/src/audit/sealLog.ts';
import { verifyLog } from '../../apps/server/src/audit/verifyLog.ts';
import { measureOnBothEngines } from '../benchDatabase.ts';
import { median, spread } from '../statistics.ts';
import { writeResult } from '../writeResult.ts';

const ROUNDS = 20;
const WARM_UP = 3;
/** Largest permitted multiple of the time with 10 000 rows. */
const MAX_RATIO = 3;

interface Page {
  readonly items: readonly LogRow[];
  readonly next: number | null;
}

/** Rows of 20 users in 50 units and 200 layers, one a second backwards from the newest; one in a thousand is a sign-in. */
const addRows = (database: Database, companyId: number, from: number, to: number) =>
  inTransaction(database, { statementMs: 0, idleMs: 0 }, (db) =>
    sql`INSERT INTO audit_log (company_id, id, at, user_id, user_name, ip, action, entity, entity_id, entity_name,
                               unit_id, layer_id, details, request_id)
      SELECT ${companyId}::integer, new_id(${companyId}, 'audit_seq'),
             '2030-01-01'::timestamptz + make_interval(secs => i), ${companyId}::bigint * 4294967296 + i % 20 + 1,
             'User ' || i % 20, '10.0.0.' || i % 250,
             CASE WHEN i % 1000 = 0 THEN 'LOGIN' ELSE 'OBJECT_CHANGED' END,
             CASE WHEN i % 1000 = 0 THEN 'user' ELSE 'object' END, ${companyId}::bigint * 4294967296 + i % 50000,
             'Street ' || i % 3000, ${companyId}::bigint * 4294967296 + i % 50, ${companyId}::bigint * 4294967296 + i % 200,
             jsonb_build_object('old', jsonb_build_object('name', 'Street ' || i, 'data', jsonb_build_object('state', 'bad')),
                                'new', jsonb_build_object('name', 'Street ' || i + 1), 'version', i % 9),
             md5(i::text)
      FROM generate_series(${from}::integer, ${to}::integer) AS i`.execute(db),
  );

async function measure(database: Database, counts: readonly [small: number, large: number]) {
  await migrateToLatest(database);
  await using t = await startTestApp(database);
  const { companyId, users } = await addActors(database);
  const { headers } = await signIn(t, users.moduleAdmin);
  const first = companyId * 2 ** 32;
  const ask = async (query: Record<string, string | number>): Promise<Page> => {
    const text = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
    const { status, json, text: answer } = await t.call<Page>({ url: `/api/v1/log?${text}`, headers });
    if (status !== 200) throw new Error(`${text}: ${status} ${answer}`);
    return json;
  };
  const timeOf = async (query: Record<string, string | number>, rows: number) => {
    const times: number[] = [];
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      const started = performance.now();
      const { items } = await ask(query);
      if (round >= 0) times.push(performance.now() - started);
      if (items.length !== rows) throw new Error(`${JSON.stringify(query)}: ${items.length} rows`);
    }
    return times;
  };
  const seed = async (from: number, to: number) => {
    await addRows(database, companyId, from, to);
    await sql`ANALYZE audit_log`.execute(database.db);
  };
  const size = limits.logPageRows;
  const asks = async (count: number) => {
    const middle = await ask({
      _size: 1,
      _to: new Date(Date.UTC(2030, 0, 1) + (count / 2) * 1000).toISOString(),
    });
    return {
      firstPage: await timeOf({ _size: size }, size),
      pageInTheMiddle: await timeOf({ _size: size, _before: middle.items[0]?.id ?? 0 }, size),
      ofOneUser: await timeOf({ _size: size, _user: first + 7 }, size),
      ofOneLayer: await timeOf({ _size: 50, _layer: first + 7 }, 50),
      ofRareAction: await timeOf({ _size: 10, _action: 'LOGIN', _entity: 'user' }, 10),
      ofOneDay: await timeOf(
        { _size: size, _from: '2030-01-01T00:00:00Z', _to: '2030-01-01T01:00:00Z' },
        size,
      ),
      textNotThere: await timeOf({ _size: size, _q: 'xylophon' }, 0),
    };
  };
  const [small, large] = counts;
  await seed(1, small);
  const few = await asks(small);
  await seed(small + 1, large);
  const many = await asks(large);
  const pages = Object.fromEntries(
    Object.entries(few).map(([name, times]) => {
      const others = many[name as keyof typeof many];
      const ratio = Number((median(others) / median(times)).toPrecision(3));
      return [name, { ratio, fewMs: spread(times), manyMs: spread(others) }];
    }),
  );
  console.log(JSON.stringify(pages, null, 1));
  return { rows: counts, pages, chain: await measureChain(database, companyId, large) };
}

/** Seals a part of the rows, measured in rows per second, and verifies the whole chain. */
async function measureChain(database: Database, companyId: number, count: number) {
  const rowsToSeal = Math.min(count, 50_000);
  let batches = 0;
  const started = performance.now();
  const sealed = await sealLog(database, () => batches++ * 500 >= rowsToSeal);
  const sealS = (performance.now() - started) / 1000;
  const again = performance.now();
  const verdict = await verifyLog(database.db, companyId);
  const verifyS = (performance.now() - again) / 1000;
  if (verdict.problems.length > 0) throw new Error(JSON.stringify(verdict.problems[0]));
  const chain = {
    sealed,
    sealedRowsPerSecond: Math.round(sealed / sealS),
    verifiedRowsPerSecond: Math.round(verdict.sealed / verifyS),
  };
  console.log(JSON.stringify(chain));
  return chain;
}

/** A page costs about the same in a long log as in a short one; anything else fails the benchmark. */
function checkRatios(measured: Readonly<Record<string, unknown>>): void {
  const engines = Object.entries(measured) as [string, { pages?: Record<string, { ratio: number }> }][];
  const slow = engines.flatMap(([engine, { pages = {} }]) =>
    Object.entries(pages)
      .filter(([, { ratio }]) => !(ratio < MAX_RATIO))
      .map(([name, { ratio }]) => `${engine}, ${name}: ${ratio}`),
  );
  if (slow.length > 0) throw new Error(`not under ${MAX_RATIO} times: ${slow.join('; ')}`);
}

const measured = await measureOnBothEngines({
  postgres: (database) => measure(database, [10_000, 1_000_000]),
  embedded: (database) => measure(database, [10_000, 100_000]),
});
writeResult('log', { rounds: ROUNDS, pageRows: limits.logPageRows, ...measured });
checkRatios(measured);
