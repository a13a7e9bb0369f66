import { referenceOf } from '@pgis/contract';
import { ApiError, onReconnected } from '../../../api/index.ts';
import { errorText, i18n } from '../../../i18n/index.ts';
import { sendReport } from '../../../objects/useAddReport.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { startUploads } from '../../files/index.ts';
import { forgetReport, listReports, storeReport, type WaitingReport } from './outbox.ts';

/** The server may take it later: no answer, too many requests, or a server that is being restarted. */
const mayPass = (cause: unknown): boolean =>
  cause instanceof ApiError && (cause.status === 0 || cause.status === 429 || cause.status >= 500);

async function sendOne(report: WaitingReport): Promise<void> {
  try {
    const { id } = report.id === null ? await sendReport(report) : { id: report.id };
    if (report.photos.length > 0) {
      await storeReport({ ...report, id });
      const uploads = startUploads(
        id,
        report.photos.map((file) => ({ file, description: '' })),
      );
      await uploads.finished;
      const failed = uploads.states.get().filter(({ phase }) => phase === 'failed');
      const photos = failed.flatMap(({ pending, cause }) => (mayPass(cause) ? [pending.file] : []));
      if (photos.length > 0) {
        await storeReport({ ...report, id, photos });
        return;
      }
    }
    await forgetReport(report);
    showToast({ kind: 'success', message: i18n.t('CITIZEN.SENT_LATER', { number: referenceOf(id) }) });
  } catch (cause) {
    if (mayPass(cause)) return;
    await forgetReport(report);
    showToast({
      kind: 'error',
      message: `${i18n.t('CITIZEN.NOT_SENT', { text: report.body.description })} ${errorText(i18n.t, cause)}`,
    });
  }
}

/** Sends what waits; one page of the browser at a time. Browsers without locks may upload a photo twice, no report. */
async function sendAll(): Promise<void> {
  const send = async () => {
    for (const report of await listReports()) await sendOne(report);
  };
  const locks = navigator.locks as LockManager | undefined;
  if (locks === undefined) await send();
  else
    await locks.request('pgis-outbox', { ifAvailable: true }, async (lock) =>
      lock === null ? null : send(),
    );
}

export const sendWaiting = (): void => {
  sendAll().catch((cause: unknown) =>
    console.info(`the reports on this device could not be read: ${String(cause)}`),
  );
};

/** Reports of earlier visits go when the page has loaded, others as soon as the server can be reached again. */
export function watchOutbox(): void {
  sendWaiting();
  onReconnected(sendWaiting);
}
