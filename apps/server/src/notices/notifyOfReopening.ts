import type { CommentId, CompanyId } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../runtime/Clock.ts';
import { insertNotices } from './addNotices.ts';
import { notifyOfComments } from './notifyFollowers.ts';
import { workersOf } from './workersOf.ts';

interface Reopening {
  readonly companyId: CompanyId;
  /** Public, without a text. */
  readonly statusCommentId: CommentId;
  /** Internal: what the reporter wrote. */
  readonly textCommentId: CommentId;
}

/**
 * Notifies the assignee of a report that its reporter has reopened, or the unit where there is none; then its followers of the
 * new status.
 */
export async function notifyOfReopening(
  db: Kysely<Schema>,
  clock: Clock,
  { companyId, statusCommentId, textCommentId }: Reopening,
): Promise<void> {
  await insertNotices(db, clock, {
    ...{ companyId, kind: 'reopened' },
    rows: sql`SELECT concerned.user_id, m.geom_id, m.id, NULL::date, NULL::text
      FROM comments AS m
      JOIN geoms AS g ON g.company_id = m.company_id AND g.id = m.geom_id
      JOIN classifiers AS l ON l.company_id = g.company_id AND l.id = g.class_id
      JOIN classifiers AS p ON p.company_id = l.company_id AND p.id = l.parent_id
      LEFT JOIN cases AS c ON c.company_id = g.company_id AND c.geom_id = g.id
      CROSS JOIN LATERAL (
        SELECT c.assignee_id AS user_id WHERE c.assignee_id IS NOT NULL
        UNION ALL
        SELECT worker.user_id FROM ${workersOf(sql`g.company_id`, sql`coalesce(c.unit_id, p.unit_id)`)} AS worker
        WHERE c.assignee_id IS NULL) AS concerned
      WHERE m.company_id = ${companyId}::integer AND m.id = ${textCommentId}::bigint`,
  });
  await notifyOfComments(db, clock, { companyId, commentIds: [statusCommentId], byId: null });
}
