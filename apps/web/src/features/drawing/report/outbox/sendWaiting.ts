import { referenceOf } from '@pgis/contract';
import { ApiError, onReconnected } from '../../../../api/index.ts';
import { errorText, i18n } from '../../../../i18n/index.ts';
import { sendReport } from '../../../../objects/useAddReport.ts';
import { showToast } from '../../../../ui/toasts/index.ts';
import { getSession } from '../../../session/index.ts';
import {
  forgetReport,
  listRefused,
  listReports,
  REFUSED_SUBJECT,
  type Refusal,
  storePhotos,
  storeReport,
  type WaitingReport,
} from './outbox.ts';
import { mayPass, sendPhotos } from './sendPhotos.ts';

/** Pause before the next attempt where the server names none. */
const RETRY_AFTER_S = 60;

/** Sends a report and its photos. Returns why something of it waits, or null. */
async function sendOne(report: WaitingReport): Promise<unknown> {
  const { id } = report.id === null ? await sendReport(report) : { id: report.id };
  if (report.id === null && report.photos.length > 0) await storePhotos({ ...report, id });
  const { delays, refusals } = await sendPhotos(report, id);
  const number = referenceOf(id);
  if (refusals.length > 0)
    showToast({
      kind: 'error',
      message: `${i18n.t('CITIZEN.SENT_WITHOUT_PHOTO', { number })} ${errorText(i18n.t, refusals[0])}`,
    });
  if (delays.length > 0) return delays[0];
  await forgetReport(report);
  if (refusals.length === 0 && !report.isThanked)
    showToast({ kind: 'success', message: i18n.t('CITIZEN.SENT_LATER', { number }) });
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
      if (mayPass(cause)) retryLater(cause);
      else await keepRefused(report, cause);
    }
  }
}

/** Stores why the server does not accept a report: its form offers to correct or to discard it. */
async function keepRefused(report: WaitingReport, cause: unknown): Promise<void> {
  await storeReport({ ...report, refusal: toRefusal(cause) });
  const text = report.body.description;
  showToast({
    kind: 'error',
    message: `${i18n.t('CITIZEN.NOT_SENT', { text })} ${errorText(i18n.t, cause)} ${i18n.t('CITIZEN.REFUSED.WAITS')}`,
    subject: REFUSED_SUBJECT,
  });
}

const toRefusal = (cause: unknown): Refusal =>
  cause instanceof ApiError
    ? { code: cause.code, status: cause.status, message: cause.serverMessage }
    : { code: 'INTERNAL', status: 0, message: undefined };

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
  if (refused === undefined || !getSession().isAnonymous) return;
  const text = refused.body.description;
  showToast({
    message: `${i18n.t('CITIZEN.NOT_SENT', { text })} ${i18n.t('CITIZEN.REFUSED.WAITS')}`,
    subject: REFUSED_SUBJECT,
  });
}

/** Reports of earlier visits go when the page has loaded, others as soon as the server can be reached again. */
export function watchOutbox(): void {
  // A browser that stores nothing has refused reports at no time.
  remindOfRefused().catch(() => {});
  sendWaiting();
  onReconnected(sendWaiting);
}
