import type { CompanyId, Language, ReportContent } from '@pgis/contract';
import { type RawBuilder, sql } from 'kysely';
import { layerValues } from '../../../layers/layerQuery.ts';
import { joinLatestComment } from '../../../query/latestComment.ts';
import type { ObjectQuery } from '../../../query/ObjectQuery.ts';
import { closedAt } from '../../../query/openAndClosed.ts';
import { toCondition } from '../../../query/toCondition.ts';

/** A custom report to run: what it shows, and the objects that it shows. */
export interface ContentQuery {
  readonly content: ReportContent;
  readonly objects: ObjectQuery;
  readonly companyId: CompanyId;
  readonly language: Language;
}

/** Days from adding an object to the comment that closed it. */
export const daysToClose = sql<number>`(extract(epoch FROM ${closedAt} - g.created_at) / 86400)`;

/** FROM and WHERE of objects `g` of the layers `l`, each with its newest comment `m` and that one's status `t`, if any. */
export const reportSource = ({ objects }: ContentQuery): RawBuilder<unknown> => sql`
  ${layerValues(objects.layers)} CROSS JOIN geoms AS g
  ${joinLatestComment(objects.layers)}
  WHERE ${toCondition(objects, 'joined')}`;
