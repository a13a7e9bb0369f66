import { createStore, del, entries, set } from 'idb-keyval';
import type { ApiErrorCode } from '../../../../api/index.ts';
import type { NewReport } from '../../../../objects/useAddReport.ts';
import type { ReportContent } from '../ReportContent.ts';

/** Reason why the server does not accept a report, from which its text is made. */
export interface Refusal {
  readonly code: ApiErrorCode;
  readonly status: number;
  /** Text of the server, if it has sent one. */
  readonly message: string | undefined;
}

/** A report that waits on this device for a connection, or for its author if the server has refused it. */
export interface WaitingReport extends NewReport {
  /** Number that the server gave; null while it has not answered. Then only photos wait. */
  readonly id: number | null;
  readonly photos: readonly File[];
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The reporter has seen the thanks with its number: its photos need no message when they arrive. */
  readonly isThanked: boolean;
  /** Content of the form, in which a refused report is corrected. */
  readonly content: ReportContent;
  /** Absent while the report may still be accepted. */
  readonly refusal?: Refusal;
}

const database = createStore('pgis-outbox', 'reports');

/** Photos of sent reports in a browser that stores nothing: they go as long as the page is open. */
const inMemory = new Map<string, WaitingReport>();

/** Throws if the browser stores nothing, as in some private windows. */
export const storeReport = (report: WaitingReport): Promise<void> =>
  set(report.idempotencyKey, report, database);

/** Stores a report that the server already has, or remembers it where the browser stores nothing. */
export async function storePhotos(report: WaitingReport): Promise<void> {
  try {
    await storeReport(report);
  } catch {
    inMemory.set(report.idempotencyKey, report);
  }
}

export async function forgetReport({ idempotencyKey }: Pick<NewReport, 'idempotencyKey'>): Promise<void> {
  if (!inMemory.delete(idempotencyKey)) await del(idempotencyKey, database);
}

/** Lists the reports, oldest first. */
export async function listReports(): Promise<readonly WaitingReport[]> {
  const remembered = [...inMemory.values()];
  // A browser that stores nothing may not let its store be read either.
  const stored = await entries<string, WaitingReport>(database).catch((cause: unknown) => {
    if (remembered.length === 0) throw cause;
    return [];
  });
  return [...stored.map(([, report]) => report), ...remembered].toSorted((a, b) => a.at - b.at);
}

/** Subject of toasts about refused reports, which the form replaces. */
export const REFUSED_SUBJECT = 'refused report';

export type RefusedReport = WaitingReport & { readonly refusal: Refusal };

const isRefused = (report: WaitingReport): report is RefusedReport => report.refusal !== undefined;

export const listRefused = async (): Promise<readonly RefusedReport[]> =>
  (await listReports()).filter(isRefused);
