import { type Database, inTransaction } from '@pgis/server';
import { sql } from 'kysely';

export const fields = ['species', 'size', 'day'];

/** Points, one a minute backwards from now; 500 species, sizes up to 10 000, 2 000 days, all users as authors, a comment on one in twenty. */
export async function addRows(database: Database, classId: number, count: number): Promise<void> {
  const companyId = Math.floor(classId / 2 ** 32);
  await inTransaction(database, { statementMs: 0, idleMs: 0 }, async (db) => {
    await sql`INSERT INTO geoms (company_id, id, class_id, kind, geom, name, description, data, measure, upvote_count, author_id, created_at)
      SELECT ${companyId}::integer, new_id(${companyId}, 'geom_seq'), ${classId}::bigint, 1,
        ST_SetSRID(ST_MakePoint(2400000 + i % 1000, 7600000 + i / 1000), 3857),
        'Street ' || i % 30000, 'Topic ' || i,
        jsonb_build_object('species', 'species ' || (i::bigint * 7919) % 500, 'size', ((i::bigint * 104729) % 10000)::text,
          'day', (date '2020-01-01' + i * 7 % 2000)::text),
        0, CASE WHEN i % 50 = 0 THEN 1 ELSE 0 END, users.ids[1 + i % cardinality(users.ids)], now() - make_interval(mins => i)
      FROM generate_series(1, ${count}::integer) AS i,
        (SELECT array_agg(id) AS ids FROM users WHERE company_id = ${companyId}::integer) AS users`.execute(
      db,
    );
    await sql`INSERT INTO comments (company_id, id, geom_id, content, status_id, is_public, added_at)
      SELECT g.company_id, new_id(${companyId}, 'comment_seq'), g.id, 'Seen', s.id, true, g.created_at + interval '3 days'
      FROM geoms AS g, LATERAL (SELECT id FROM classifiers WHERE company_id = ${companyId} AND kind = 'status'
        ORDER BY id OFFSET g.id % 8 LIMIT 1) AS s
      WHERE g.class_id = ${classId}::bigint AND g.id % 20 = 0`.execute(db);
    await sql`UPDATE geoms AS g SET latest_comment_id = m.id, latest_public_comment_id = m.id FROM comments AS m
      WHERE m.company_id = g.company_id AND m.geom_id = g.id AND g.class_id = ${classId}::bigint`.execute(db);
  });
}
