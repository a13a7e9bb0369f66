import type {
  ComparedCase,
  compareCases as call,
  Language,
  ObjectId,
  QueryOf,
  ReplyOf,
} from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { AppDeps } from '../../../AppDeps.ts';
import type { UserActor } from '../../../access/Actor.ts';
import { readToday } from '../../../cases/caseRows.ts';
import type { Schema } from '../../../db/schema.ts';
import { AppError } from '../../../errors/AppError.ts';
import { fromCases, listCaseLayers, selectCases } from '../selectCases.ts';
import { listPublicIds } from './listPublicIds.ts';

interface CompareRequest {
  readonly actor: UserActor;
  readonly language: Language;
  readonly query: QueryOf<typeof call>;
}

/** @throws NOT_FOUND unless all of them are cases in units where the actor holds a level. */
export async function compareCases(
  { database: { db }, clock }: Pick<AppDeps, 'database' | 'clock'>,
  { actor, language, query }: CompareRequest,
): Promise<ReplyOf<typeof call>> {
  const ids = [...new Set(query._ids.split(',').map(Number))];
  const layers = await listCaseLayers(db, actor);
  if (layers.length === 0) throw new AppError('NOT_FOUND');
  const page = sql`SELECT l.rank, g.company_id, g.id ${fromCases({ layers, ids })}`;
  const today = await readToday(db, clock);
  const cases = await selectCases(db, { layers, language, today, page, order: sql`g.id` });
  if (cases.length < ids.length) throw new AppError('NOT_FOUND');
  const contents = await listContents(db, actor, ids);
  const publicIds = await listPublicIds(db, ids);
  return {
    items: cases.map((one) => {
      const found = contents.get(one.id);
      if (found === undefined) throw new Error('a case has an object');
      return { ...one, ...found, isPublic: publicIds.has(one.id) };
    }),
  };
}

type Contents = Pick<
  ComparedCase,
  'fileCount' | 'commentCount' | 'noteCount' | 'votesTogether' | 'hasReporter'
>;

async function listContents(
  db: Kysely<Schema>,
  { companyId }: UserActor,
  ids: readonly ObjectId[],
): Promise<ReadonlyMap<ObjectId, Contents>> {
  const commentsWhere = (isPublic: boolean) => sql<number>`(SELECT count(*)::integer FROM comments AS m
    WHERE m.company_id = g.company_id AND m.geom_id = g.id AND m.is_public = ${isPublic}::boolean
      AND m.deleted_at IS NULL)`;
  const { rows } = await sql<Contents & { id: ObjectId }>`
    SELECT g.id, g.user_email <> '' AS "hasReporter",
      (SELECT count(*)::integer FROM geom_files AS f
       WHERE f.company_id = g.company_id AND f.geom_id = g.id) AS "fileCount",
      ${commentsWhere(true)} AS "commentCount", ${commentsWhere(false)} AS "noteCount",
      g.upvote_count + (SELECT count(DISTINCT v.voter)::integer FROM upvotes AS v
        WHERE v.company_id = g.company_id AND v.geom_id = ANY(${ids}::bigint[])
          AND v.voter NOT IN (coalesce('u:' || g.author_id, ''), coalesce('v:' || g.visitor_id, ''))
          AND NOT EXISTS (SELECT FROM upvotes AS own
            WHERE own.company_id = g.company_id AND own.geom_id = g.id AND own.voter = v.voter)) AS "votesTogether"
    FROM geoms AS g WHERE g.company_id = ${companyId}::integer AND g.id = ANY(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}
