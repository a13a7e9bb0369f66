import type { CompanyId, MergePartName, ObjectId } from '@pgis/contract';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../db/schema.ts';

/** One case that is merged into another of its company. */
export interface Merge {
  readonly companyId: CompanyId;
  readonly from: ObjectId;
  readonly into: ObjectId;
}

/** Keys of the rows that have moved: ids, or voters. */
export type MovedKeys = readonly (number | string)[];

/** A part of a case that moves to the one that stays. */
export interface MergePart {
  readonly name: MergePartName;
  /** Returns the keys by which `moveBack` finds what has moved. */
  move(db: Transaction<Schema>, merge: Merge): Promise<MovedKeys>;
  /** Takes back what is still at the case that stayed; what somebody has deleted there stays deleted. */
  moveBack(db: Transaction<Schema>, merge: Merge, keys: MovedKeys): Promise<void>;
}

/** Adds to the number of votes, which imported objects have without rows. */
const addVotes = (db: Transaction<Schema>, { companyId, into }: Merge, count: number) =>
  db
    .updateTable('geoms')
    .set({ upvote_count: sql<number>`upvote_count + ${count}::integer` })
    .where('company_id', '=', companyId)
    .where('id', '=', into)
    .execute();

/**
 * A person counts once, and nobody votes for their own report (D-OBJ-06). The votes stay at the merged case as well, where
 * nobody reads them, so that it has them again after an undo.
 */
const votes: MergePart = {
  name: 'votes',
  async move(db, merge) {
    const { companyId, from, into } = merge;
    const { rows } = await sql<{ voter: string }>`
      INSERT INTO upvotes (company_id, geom_id, voter, at)
      SELECT v.company_id, ${into}::bigint, v.voter, v.at FROM upvotes AS v
      WHERE v.company_id = ${companyId}::integer AND v.geom_id = ${from}::bigint AND NOT EXISTS (
        SELECT FROM geoms AS g WHERE g.company_id = v.company_id AND g.id = ${into}::bigint
          AND v.voter IN ('u:' || g.author_id, 'v:' || g.visitor_id))
      ON CONFLICT DO NOTHING RETURNING voter`.execute(db);
    await addVotes(db, merge, rows.length);
    return rows.map(({ voter }) => voter);
  },
  async moveBack(db, merge, keys) {
    const { numDeletedRows } = await db
      .deleteFrom('upvotes')
      .where('company_id', '=', merge.companyId)
      .where('geom_id', '=', merge.into)
      .where(sql<boolean>`voter = ANY(${keys}::text[])`)
      .executeTakeFirst();
    await addVotes(db, merge, -Number(numDeletedRows));
  },
};

const files: MergePart = {
  name: 'files',
  async move(db, { companyId, from, into }) {
    const rows = await db
      .updateTable('geom_files')
      .set({ geom_id: into })
      .where('company_id', '=', companyId)
      .where('geom_id', '=', from)
      .returning('id')
      .execute();
    return rows.map(({ id }) => id);
  },
  async moveBack(db, { companyId, from, into }, keys) {
    await db
      .updateTable('geom_files')
      .set({ geom_id: from })
      .where('company_id', '=', companyId)
      .where('geom_id', '=', into)
      .where(sql<boolean>`id = ANY(${keys}::bigint[])`)
      .execute();
  },
};

/** Comments keep their authors and times, and do not change the status of the case that stays (`merged_from`). */
const commentsWhere = (name: MergePartName, isPublic: boolean): MergePart => ({
  name,
  async move(db, { companyId, from, into }) {
    const rows = await db
      .updateTable('comments')
      .set({ geom_id: into, merged_from: sql<ObjectId>`coalesce(merged_from, ${from}::bigint)` })
      .where('company_id', '=', companyId)
      .where('geom_id', '=', from)
      .where('is_public', '=', isPublic)
      .where('deleted_at', 'is', null)
      .returning('id')
      .execute();
    return rows.map(({ id }) => id);
  },
  async moveBack(db, { companyId, from, into }, keys) {
    await db
      .updateTable('comments')
      .set({ geom_id: from, merged_from: sql<ObjectId | null>`nullif(merged_from, ${from}::bigint)` })
      .where('company_id', '=', companyId)
      .where('geom_id', '=', into)
      .where(sql<boolean>`id = ANY(${keys}::bigint[])`)
      .execute();
  },
});

/** Everything that moves with a merged case. To add a part: its name in the contract, its texts, and an entry here. */
export const mergeParts: Readonly<Record<MergePartName, MergePart>> = {
  votes,
  files,
  comments: commentsWhere('comments', true),
  notes: commentsWhere('notes', false),
};
