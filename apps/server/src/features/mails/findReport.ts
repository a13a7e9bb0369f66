import {
  type CommentId,
  companyOf,
  type Language,
  type LayerId,
  type ObjectId,
  type UnitId,
} from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { translatedName } from '../../db/sql/translatedName.ts';

/** Data of an object that a mail mentions. */
export interface Report {
  readonly id: ObjectId;
  readonly email: string;
  readonly language: Language;
  readonly name: string;
  readonly description: string;
  readonly layerName: string;
  readonly companyName: string;
  readonly review: 'waiting' | 'hidden' | null;
  readonly hiddenReason: string;
  /** The report as which a merged one goes on. */
  readonly mergedInto: ObjectId | null;
}

/** Returns undefined when there is no reporter to write to, or the object is gone. */
export async function findReport(db: Kysely<Schema>, id: ObjectId): Promise<Report | undefined> {
  const row = await db
    .selectFrom('geoms as g')
    .innerJoin('classifiers as l', (join) =>
      join.onRef('l.company_id', '=', 'g.company_id').onRef('l.id', '=', 'g.class_id'),
    )
    .innerJoin('companies as c', 'c.company_id', 'g.company_id')
    .select(['g.id', 'g.user_email as email', 'g.name', 'g.description', 'g.review'])
    .select(['g.reporter_language as language', 'g.hidden_reason as hiddenReason'])
    .select('g.merged_into as mergedInto')
    .select(['l.name as layerName', 'l.names', 'c.name as companyName'])
    .where('g.company_id', '=', companyOf(id))
    .where('g.id', '=', id)
    .where((eb) => eb.or([eb('g.deleted_at', 'is', null), eb('g.merged_into', 'is not', null)]))
    .where('g.user_email', '!=', '')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { names, ...report } = row;
  const language = row.language ?? 'en';
  return { ...report, language, layerName: names[language] || row.layerName };
}

/** An object with the e-mail address of its reporter and its company. */
export interface ReportedObject {
  readonly id: ObjectId;
  readonly email: string;
  readonly name: string;
  readonly layerId: LayerId;
  readonly unitId: UnitId | null;
}

/** Finds a deleted object too; undefined once its address is erased. */
export const findReportedObject = (db: Kysely<Schema>, id: ObjectId): Promise<ReportedObject | undefined> =>
  db
    .selectFrom('geoms as g')
    .leftJoin('classifiers as l', (join) =>
      join.onRef('l.company_id', '=', 'g.company_id').onRef('l.id', '=', 'g.class_id'),
    )
    .leftJoin('classifiers as lg', (join) =>
      join.onRef('lg.company_id', '=', 'l.company_id').onRef('lg.id', '=', 'l.parent_id'),
    )
    .select(['g.id', 'g.user_email as email', 'g.name', 'g.class_id as layerId', 'lg.unit_id as unitId'])
    .where('g.company_id', '=', companyOf(id))
    .where('g.id', '=', id)
    .where('g.user_email', '!=', '')
    .executeTakeFirst();

export interface PublicComment {
  readonly content: string;
  readonly status: string;
}

/** Returns undefined when the comment was deleted meanwhile, or is of another object since a merge or its undo. */
export const findPublicComment = (
  db: Kysely<Schema>,
  {
    commentId,
    geomId,
    language,
  }: { readonly commentId: CommentId; readonly geomId: ObjectId; readonly language: Language },
): Promise<PublicComment | undefined> =>
  db
    .selectFrom('comments as m')
    .innerJoin('classifiers as t', (join) =>
      join.onRef('t.company_id', '=', 'm.company_id').onRef('t.id', '=', 'm.status_id'),
    )
    .select(['m.content', translatedName('t', language).as('status')])
    .where('m.company_id', '=', companyOf(commentId))
    .where('m.id', '=', commentId)
    .where('m.geom_id', '=', geomId)
    .where('m.is_public', '=', sql.lit(true))
    .where('m.deleted_at', 'is', null)
    .executeTakeFirst();
