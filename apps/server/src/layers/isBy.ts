import { sql } from 'kysely';
import type { Condition } from '../db/sql/objectConditions.ts';
import type { Reporter } from './layerPermissions.ts';

/**
 * Condition that the reporter added the object `g`; null for an object that nobody in particular added. A user is known by
 * their account, a visitor by their cookie or by the links in the mails about their reports.
 */
export const isBy = ({ authorId, visitorId, reportIds }: Reporter): Condition => {
  const ways: Condition[] = [];
  if (authorId !== undefined) ways.push(sql`g.author_id = ${authorId}::bigint`);
  if (visitorId !== undefined) ways.push(sql`g.visitor_id = ${visitorId}::uuid`);
  if (reportIds.length > 0) ways.push(sql`g.id = ANY(${reportIds}::bigint[])`);
  return ways.length === 0 ? sql`false` : sql`(${sql.join(ways, sql` OR `)})`;
};

/** Column form of `isBy`: true or false, never null. */
export const isByColumn = (reporter: Reporter): Condition => sql`coalesce(${isBy(reporter)}, false)`;
