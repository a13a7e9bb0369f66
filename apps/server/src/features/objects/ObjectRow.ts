import type { ObjectData } from './parseData.ts';

/** The newest comment of an object. */
export interface LatestCommentRow {
  readonly content: string;
  /** Name in the reader's language. */
  readonly status: string;
  readonly statusId: number;
  readonly statusType: 'open' | 'fixed' | 'closed' | null;
}

/** A comment as its object's answer holds it. */
export interface CommentRow extends LatestCommentRow {
  readonly id: number;
  readonly isPublic: boolean;
  /** ISO 8601. */
  readonly added: string;
  readonly authorId: number | null;
  readonly author: string;
}

/** One object with all that its answer and the rights on it need. */
export interface ObjectRow {
  readonly id: number;
  readonly companyId: number;
  readonly classId: number;
  readonly kind: 1 | 2 | 3;
  /** Every vertex, EPSG:3857. */
  readonly wkt: string;
  readonly name: string;
  readonly description: string;
  readonly data: ObjectData;
  readonly isPublic: boolean;
  readonly userEmail: string;
  readonly authorId: number | null;
  readonly visitorId: string | null;
  readonly upvoteCount: number;
  /** The asking actor has voted for it. */
  readonly isVoted: boolean;
  /** D-CLS-03: newest public comment, and newest of any. */
  readonly publicComment: LatestCommentRow | null;
  readonly anyComment: LatestCommentRow | null;
  /** All of them, newest first. */
  readonly comments: readonly CommentRow[];
  /** D-CLS-07. */
  readonly review: 'waiting' | 'hidden' | null;
  readonly hiddenReason: string;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly deletedAt: Date | null;
}
