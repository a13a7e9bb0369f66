import { limits } from '@pgis/contract';
import type pg from 'pg';
import { PoolClient } from './PoolClient.ts';
import { findDeadlineMs } from './statementDeadline.ts';

type Settled = (error: Error | undefined, result: unknown) => void;
type Query = (...parameters: unknown[]) => unknown;

/**
 * Client that closes its connection when an answer does not arrive in time, so that no request waits for a
 * database that is frozen: PostgreSQL's own limit does not help when its process does not run. The query then
 * fails like one whose connection was lost.
 */
export class DeadlineClient extends PoolClient {
  readonly #standardMs: number;

  constructor(config?: pg.ClientConfig) {
    super(config);
    this.#standardMs =
      typeof config?.statement_timeout === 'number' ? config.statement_timeout : limits.statementMs.request;
    const send = super.query.bind(this) as Query;
    this.query = ((...parameters: unknown[]): unknown => {
      const last = parameters.at(-1);
      if (typeof last === 'function') {
        const stop = this.startDeadline();
        const settled: Settled = (error, result) => {
          stop();
          (last as Settled)(error, result);
        };
        return send(...parameters.slice(0, -1), settled);
      }
      const sent = send(...parameters);
      // A cursor sends nothing by itself; its reader sets a deadline for each batch.
      return sent instanceof Promise ? sent.finally(this.startDeadline()) : sent;
    }) as typeof this.query;
  }

  /** Starts the time in which an answer must arrive; call the returned function when it has arrived. */
  startDeadline(): () => void {
    const deadlineMs = findDeadlineMs(this.#standardMs);
    if (deadlineMs === undefined) return () => {};
    const timer = setTimeout(() => this.#giveUp(), deadlineMs);
    return () => clearTimeout(timer);
  }

  #giveUp(): void {
    const { stream } = (this as unknown as { connection: { stream: { destroy(): void } } }).connection;
    this.markUnusable();
    stream.destroy();
  }
}

/** Starts the deadline of a client that has one; the embedded engine watches its statements by itself. */
export const startDeadline = (client: unknown): (() => void) =>
  client instanceof DeadlineClient ? client.startDeadline() : () => {};
