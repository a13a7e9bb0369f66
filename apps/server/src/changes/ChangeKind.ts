import type { ChangeKindName, Language, LeftReason, ObjectId } from '@pgis/contract';
import type { Kysely, Transaction } from 'kysely';
import type { UserActor } from '../access/Actor.ts';
import type { Schema } from '../db/schema.ts';
import type { StoredChange } from './readChanges.ts';

/** A large change that is being undone, on behalf of a user whose rights have just been read. */
export interface Undoing {
  readonly change: StoredChange;
  readonly actor: UserActor;
  readonly language: Language;
  readonly requestId: string;
}

export interface UndonePreview {
  readonly count: number;
  /** Objects that would be left alone. */
  readonly left: number;
}

export interface Undone extends UndonePreview {
  /** The first `limits.changes.leftListed` objects that were left alone. */
  readonly leftObjects: readonly (readonly [ObjectId, LeftReason])[];
}

export interface UndoneBatch {
  readonly count: number;
  /** Last object that the batch has looked at; undefined after the last batch. */
  readonly lastId: ObjectId | undefined;
}

/**
 * Registered by the feature that makes changes of this kind. Undoing never overwrites what somebody has changed since:
 * such objects are counted, listed and left alone.
 */
export interface ChangeKind {
  readonly kind: ChangeKindName;
  mayUndo(actor: UserActor, change: StoredChange): boolean;
  /** Counts what `undo` would do now, without locking anything. */
  preview(db: Kysely<Schema>, undoing: Pick<Undoing, 'change' | 'actor'>): Promise<UndonePreview>;
  /** Undoes a part in a transaction of its own, so that very many objects are not locked at once. */
  undoBatch?(db: Transaction<Schema>, change: StoredChange, after: ObjectId): Promise<UndoneBatch>;
  /** Writes the row of the log when an undo stops after `count` objects of its batches. */
  logStopped?(db: Transaction<Schema>, undoing: Undoing, count: number): Promise<void>;
  /** The last transaction, or the only one: it undoes the rest and writes the row of the log. */
  undo(db: Transaction<Schema>, undoing: Undoing): Promise<Undone>;
}

export class ChangeKinds {
  readonly #kinds = new Map<ChangeKindName, ChangeKind>();

  register(...kinds: readonly ChangeKind[]): void {
    for (const kind of kinds) this.#kinds.set(kind.kind, kind);
  }

  get(name: ChangeKindName): ChangeKind {
    const kind = this.#kinds.get(name);
    if (kind === undefined) throw new Error(`no feature undoes changes of the kind ${name}`);
    return kind;
  }
}
