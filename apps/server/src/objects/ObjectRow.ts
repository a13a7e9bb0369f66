import type { CommentId, CompanyId, LayerId, ObjectId, StatusId, UserId } from '@pgis/contract';
import type { ObjectData } from './parseData.ts';

/** The newest comment of an object. */
export interface LatestCommentRow {
  readonly content: string;
  /** Name in the reader's language. */
  readonly status: string;
  readonly statusId: StatusId;
  readonly statusType: 'open' | 'fixed' | 'closed' | null;
}

/** A comment as its object's answer holds it. */
export interface CommentRow extends LatestCommentRow {
  readonly id: CommentId;
  readonly isPublic: boolean;
  /** ISO 8601. */
  readonly added: string;
  readonly authorId: UserId | null;
  readonly author: string;
  readonly byReporter: boolean;
  /** Written on another report, which was merged into this one: it says nothing about the status of this. */
  readonly isMoved: boolean;
}

/** One object with all that its answer and the rights on it need. */
export interface ObjectRow {
  readonly id: ObjectId;
  readonly companyId: CompanyId;
  readonly classId: LayerId;
  readonly kind: 1 | 2 | 3;
  /** Every vertex that the reader may see, EPSG:3857; exact for whoever may edit. */
  readonly wkt: string;
  readonly name: string;
  readonly description: string;
  readonly data: ObjectData;
  /** Metres of a line, square metres of a polygon, 0 of points. */
  readonly measure: number;
  readonly isPublic: boolean;
  readonly userEmail: string;
  readonly upvoteCount: number;
  /** The actor added it. */
  readonly isOwn: boolean;
  /** The first layer in which the actor may see it; null where it is visible in none. */
  readonly viaLayerId: LayerId | null;
  /** The actor has voted for it. */
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
  /** The object that a merged one goes on as; it counts as deleted. */
  readonly mergedInto: ObjectId | null;
}
