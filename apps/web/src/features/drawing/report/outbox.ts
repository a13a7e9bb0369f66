import { createStore, del, entries, set } from 'idb-keyval';
import type { NewReport } from '../../../objects/useAddReport.ts';

/** A report that waits on this device for a connection. */
export interface WaitingReport extends NewReport {
  /** Number that the server gave; null while it has not answered. Then only photos wait. */
  readonly id: number | null;
  readonly photos: readonly File[];
  /** Milliseconds since 1970. */
  readonly at: number;
}

const database = createStore('pgis-outbox', 'reports');

/** Throws if the browser stores nothing, as in some private windows. */
export const storeReport = (report: WaitingReport): Promise<void> =>
  set(report.idempotencyKey, report, database);

export const forgetReport = ({ idempotencyKey }: Pick<NewReport, 'idempotencyKey'>): Promise<void> =>
  del(idempotencyKey, database);

/** Oldest first. */
export const listReports = async (): Promise<readonly WaitingReport[]> =>
  (await entries<string, WaitingReport>(database))
    .map(([, report]) => report)
    .toSorted((a, b) => a.at - b.at);
