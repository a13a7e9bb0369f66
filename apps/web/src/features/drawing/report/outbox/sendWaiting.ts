import { referenceOf } from '@pgis/contract';
import { ApiError, onReconnected } from '../../../../api/index.ts';
import { i18n } from '../../../../i18n/index.ts';
import { sendReport } from '../../../../objects/useAddReport.ts';
import { showToast } from '../../../../ui/toasts/index.ts';
import { getSession } from '../../../session/index.ts';
import { withoutEmail } from '../ReportContent.ts';
import {
  forgetReport,
  listRefused,
  listReports,
  REFUSED_SUBJECT,
  type RefusedReport,
  storeOrRemember,
  type WaitingReport,
} from './outbox.ts';
import { refusalText, refusalTitle } from './refusalTexts.ts';
import { isRefusal, sendPhotos } from './sendPhotos.ts';

/** Pause before the next attempt where the server names none. */
const RETRY_AFTER_S = 60;

/** A report without an answer for as long has lost its connection without an error, and must not hold back the others. */
const MAX_WAIT_MS = 60_000;

/** Sends a report and its photos. Returns why something of it waits, or null. */
async function sendOne(report: WaitingReport): Promise<unknown> {
  let { id } = report;
  if (id === null) {
    try {
      ({ id } = await sendReport(report, AbortSignal.timeout(MAX_WAIT_MS)));
    } catch (cause) {
      if (!isRefusal(cause)) return cause;
      await storeRefusal(report, cause);
      return null;
    }
    if (report.photos.length > 0) await storeOrRemember({ ...report, id });
  }
  const { waiting, delay, refusal } = await sendPhotos(report, id);
  if (waiting.length > 0) {
    if (delay === null && refusal !== null) await storeRefusal({ ...report, id, photos: waiting }, refusal);
    return delay;
  }
  await forgetReport(report);
  if (!report.isThanked)
    showToast({
      kind: 'success',
      message: i18n.t('CITIZEN.SENT_LATER', { number: referenceOf(id) }),
    });
  return null;
}

async function sendList(): Promise<void> {
  for (const report of await listReports()) {
    // They are the reports of a visitor: a user who has signed in here is not their author.
    if (!getSession().isAnonymous) return;
    if (report.refusal !== undefined) continue;
    try {
      const delay = await sendOne(report);
      if (delay !== null) retryLater(delay);
    } catch (cause) {
      // The store of the browser has failed. The next report may go.
      retryLater(cause);
    }
  }
}

/**
 * Stores why the server does not accept a report or its photos: its form offers to correct or to discard them. Nothing sends the
 * e-mail address any more, which the next visitor of a shared browser must not read.
 */
async function storeRefusal(report: WaitingReport, cause: ApiError): Promise<void> {
  const { userEmail: _, ...body } = report.body;
  const { code, status, serverMessage: message } = cause;
  const refused: RefusedReport = {
    ...{ ...report, body, refusal: { code, status, message, at: Date.now() } },
    ...(report.content !== undefined && { content: withoutEmail(report.content) }),
  };
  await storeOrRemember(refused);
  showRefusal(refused, 'error');
}

function showRefusal(report: RefusedReport, kind: 'error' | 'info'): void {
  const where = i18n.t(report.id === null ? 'CITIZEN.REFUSED.WAITS' : 'CITIZEN.REFUSED.PHOTOS_WAIT');
  showToast({
    kind,
    message: `${refusalTitle(i18n.t, report)} ${refusalText(i18n.t, report)} ${where}`,
    subject: REFUSED_SUBJECT,
  });
}

let timer: ReturnType<typeof setTimeout> | undefined;

function retryLater(cause: unknown): void {
  const afterS = (cause instanceof ApiError ? cause.retryAfterS : undefined) ?? RETRY_AFTER_S;
  clearTimeout(timer);
  timer = setTimeout(sendWaiting, 1000 * afterS);
}

/** One page of the browser sends at a time. Without locks two pages may upload a photo twice, but no report. */
async function sendLocked(): Promise<void> {
  const locks = navigator.locks as LockManager | undefined;
  if (locks === undefined) await sendList();
  else await locks.request('pgis-outbox', sendList);
}

let last = Promise.resolve();
let hasNext = false;

/** Sends all that waits. A call during an attempt makes another one after it, which finds what was stored meanwhile. */
export function sendWaiting(): void {
  if (hasNext) return;
  hasNext = true;
  last = last
    .then(() => {
      hasNext = false;
      return sendLocked();
    })
    .catch((cause: unknown) =>
      console.info(`the reports on this device could not be read: ${String(cause)}`),
    );
}

async function remindOfRefused(): Promise<void> {
  const [refused] = await listRefused();
  if (refused !== undefined && getSession().isAnonymous) showRefusal(refused, 'info');
}

/** Reports of earlier visits go when the page has loaded, others as soon as the server can be reached again. */
export function watchOutbox(): void {
  // A browser that stores nothing has refused reports at no time.
  remindOfRefused().catch(() => {});
  sendWaiting();
  onReconnected(sendWaiting);
}
