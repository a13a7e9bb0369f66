import { createStore, del, delMany, entries, set } from 'idb-keyval';
import type { ApiErrorCode } from '../../../../api/index.ts';
import type { NewReport } from '../../../../objects/useAddReport.ts';
import { maxDraftAgeMs } from '../../../../ui/drafts/draftStore.ts';
import type { ReportContent } from '../ReportContent.ts';

/** Reason why the server does not accept a report or its photos, from which its text is made. */
export interface Refusal {
  readonly code: ApiErrorCode;
  readonly status: number;
  /** Text of the server, if it has sent one. */
  readonly message: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A report that waits on this device for a connection, or for its author if the server has refused it or its photos. */
export interface WaitingReport extends NewReport {
  /** Number that the server gave; null while it has not answered. Then only photos wait. */
  readonly id: number | null;
  readonly photos: readonly File[];
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The reporter has seen the thanks with its number: its photos need no message when they arrive. */
  readonly isThanked: boolean;
  /**
   * Content of the form, in which a refused report is corrected; without the e-mail address, which the next visitor of a shared
   * browser must not read. Reports that an earlier version has stored have none.
   */
  readonly content?: ReportContent;
  /** Absent while the report and its photos may still be accepted. */
  readonly refusal?: Refusal;
}

const database = createStore('pgis-outbox', 'reports');

/** Reports in a browser that stores nothing, or no more: they last as long as the page is open. */
const inMemory = new Map<string, WaitingReport>();

/** Throws if the browser stores nothing, as in some private windows. */
export const storeReport = (report: WaitingReport): Promise<void> =>
  set(report.idempotencyKey, report, database);

/** Stores a report, or remembers it where the browser does not. */
export async function storeOrRemember(report: WaitingReport): Promise<void> {
  try {
    await storeReport(report);
    inMemory.delete(report.idempotencyKey);
  } catch {
    inMemory.set(report.idempotencyKey, report);
  }
}

export async function forgetReport({ idempotencyKey }: Pick<NewReport, 'idempotencyKey'>): Promise<void> {
  const isRemembered = inMemory.delete(idempotencyKey);
  await del(idempotencyKey, database).catch((cause: unknown) => {
    if (!isRemembered) throw cause;
  });
}

/** A refused report lasts as long as a draft of a user (docs/decisions/0040); its author was told when it was refused. */
const isOutdated = ({ refusal }: WaitingReport): boolean =>
  refusal !== undefined && refusal.at < Date.now() - maxDraftAgeMs.user;

/** Lists the reports, oldest first, and deletes those that were refused too long ago. */
export async function listReports(): Promise<readonly WaitingReport[]> {
  // A browser that stores nothing may not let its store be read either.
  const stored = await entries<string, WaitingReport>(database).catch((cause: unknown) => {
    if (inMemory.size === 0) throw cause;
    return [];
  });
  const outdated = stored.filter(([, report]) => isOutdated(report)).map(([key]) => key);
  if (outdated.length > 0) await delMany(outdated, database);
  return [...new Map([...stored, ...inMemory]).values()]
    .filter((report) => !isOutdated(report))
    .toSorted((a, b) => a.at - b.at);
}

/** Subject of toasts about refused reports, which the form replaces. */
export const REFUSED_SUBJECT = 'refused report';

export type RefusedReport = WaitingReport & { readonly refusal: Refusal };

const isRefused = (report: WaitingReport): report is RefusedReport => report.refusal !== undefined;

export const listRefused = async (): Promise<readonly RefusedReport[]> =>
  (await listReports()).filter(isRefused);
