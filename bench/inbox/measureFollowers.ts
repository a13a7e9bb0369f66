import type { Database } from '@pgis/server';
import type { TestApp } from '@pgis/testkit';
import { sql } from 'kysely';
import { measureTime } from '../measureTime.ts';
import { spread } from '../statistics.ts';

const FOLLOWERS = 1_000;
const ROUNDS = 5;

interface FollowedLayer {
  readonly layerId: number;
  /** A user whose language the followers have. */
  readonly userId: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Time from a new object of a layer until the mails to its 1 000 followers stand in the queue. */
export async function measureFollowers(
  { call, clock, deps }: TestApp,
  { db }: Database,
  { layerId, userId, headers }: FollowedLayer,
): Promise<object> {
  await sql`INSERT INTO users (company_id, id, email, status, language)
    SELECT company_id, new_id(company_id, 'user_seq'), 'follower' || n || '@bench.example', 'enabled', language
    FROM users CROSS JOIN generate_series(1, ${FOLLOWERS}) AS n WHERE id = ${userId}`.execute(db);
  await sql`INSERT INTO follows (company_id, id, user_id, class_ids, name, events, mail)
    SELECT company_id, new_id(company_id, 'follow_seq'), id, ${[layerId]}::bigint[], '', '{added}', 'atOnce'
    FROM users WHERE email LIKE 'follower%@bench.example'`.execute(db);
  const countMails = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::integer AS count FROM jobs WHERE kind = 'mail' AND payload ->> 'template' = 'news'`.execute(
      db,
    );
    return rows[0]?.count ?? 0;
  };
  const times: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    // The job runs every ten seconds.
    clock.advance(20);
    const payload = { wkt: 'POINT(2700000 7750000)', name: 'Street', description: 'Hole', classId: layerId };
    const { ms } = await measureTime(async () => {
      const { status, text } = await call({
        ...{ method: 'POST', url: '/api/v1/geoms/add', headers },
        payload: { ...payload, isPublic: true },
      });
      if (status !== 201) throw new Error(text);
      await deps.jobs.poll(['notice-mails']);
      await deps.background.idle();
    });
    if ((await countMails()) < round * FOLLOWERS) throw new Error('followers: mails are missing');
    times.push(ms);
  }
  return { followers: FOLLOWERS, ms: spread(times) };
}
