import type { CompanyId } from '@pgis/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../db/schema.ts';

export type JobPayload = Readonly<Record<string, unknown>>;

/** A job that this process has leased. */
export interface Job<Payload = JobPayload> {
  readonly companyId: CompanyId;
  readonly id: number;
  readonly kind: string;
  readonly payload: Payload;
  /** Number of starts, this one included; a start that a graceful stop ended does not count. */
  readonly attempts: number;
  /** Seconds since the job was added. */
  readonly ageS: number;
  readonly lockedBy: string;
  /** Period of a periodic job; null of one that runs once. */
  readonly everyS: number | null;
}

export interface JobContext {
  /** Aborts when the process stops or the lease is lost. A handler that then throws is given back, not failed. */
  readonly signal: AbortSignal;
  readonly log: FastifyBaseLogger;
  /**
   * Extends the lease and stores the progress; throws when another process has taken the job over. Called with the
   * transaction that writes the result, it keeps two processes from both writing it.
   */
  extendLease(progress?: JobPayload, db?: Kysely<Schema>): Promise<void>;
}

/** Schedule of a periodic kind. It has one row, in company 0, so that one process at a time runs it. */
export interface JobPeriod {
  readonly everyS: number;
  /** Delay of the very first run, 0 unless given. */
  readonly firstAfterS?: number;
  /** Asked before each run without writing anything, so that an idle server writes nothing. */
  readonly hasWork?: () => Promise<boolean>;
}

/** Registered by the feature that the kind belongs to. The jobs of one kind run one after the other in a process. */
export interface JobKind<Payload = JobPayload> {
  readonly kind: string;
  /** Returns the result, which a periodic job keeps until its next run. */
  run(job: Job<Payload>, context: JobContext): Promise<unknown>;
  readonly period?: JobPeriod;
  /** Another process takes the job over when the lease has not been extended for this long; 60 s unless given. */
  readonly leaseS?: number;
  /** Errors that no further attempt can mend: the job fails at once. */
  isFinal?(error: unknown): boolean;
  /** Text of an error for the log and for `pgis jobs`; the message without addresses and tokens unless given. */
  toReason?(error: unknown): string;
  /** Runs in the transaction in which a job that has not succeeded waits again or fails. */
  onRelease?(db: Transaction<Schema>, job: Job<Payload>, state: 'waiting' | 'failed'): Promise<void>;
}

/** Another process has taken the job over, so this one must not write its result. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}
