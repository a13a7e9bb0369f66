import { useState } from 'react';
import { ApiError } from '../../../api/index.ts';
import { errorText, useTexts } from '../../../i18n/index.ts';
import { useAddReport } from '../../../objects/useAddReport.ts';
import { forgetReport, storeOrRemember, storeReport, type WaitingReport } from './outbox/outbox.ts';
import { sendWaiting } from './outbox/sendWaiting.ts';

type NewReport = Pick<WaitingReport, 'body' | 'idempotencyKey' | 'photos' | 'content'>;

/** `sent` with the id that the server gave, `stored` on this device without a network, or `failed` with a text to show. */
type Outcome =
  | { readonly kind: 'sent'; readonly id: number }
  | { readonly kind: 'stored' }
  | { readonly kind: 'failed' };

/** Sends a report, whose photos follow from the outbox, or stores it there until there is a network. */
export function useSendReport(refusedKey: string | null) {
  const { t } = useTexts();
  const { mutateAsync: add, isPending } = useAddReport();
  const [failure, setFailure] = useState<string | null>(null);

  const store = async (report: NewReport, cause: unknown): Promise<Outcome> => {
    try {
      await storeReport({ ...report, at: Date.now(), id: null, isThanked: false });
      // The network may have come back meanwhile.
      sendWaiting();
      return { kind: 'stored' };
    } catch {
      setFailure(`${errorText(t, cause)} ${t('CITIZEN.FORM.NOT_STORED')}`);
      return { kind: 'failed' };
    }
  };
  const attempt = async (report: NewReport): Promise<Outcome> => {
    setFailure(null);
    try {
      const { id } = await add(report);
      if (report.photos.length > 0) {
        await storeOrRemember({ ...report, at: Date.now(), id, isThanked: true });
        sendWaiting();
      }
      return { kind: 'sent', id };
    } catch (cause) {
      if (cause instanceof ApiError && cause.code === 'NO_CONNECTION') return await store(report, cause);
      setFailure(errorText(t, cause));
      return { kind: 'failed' };
    }
  };
  const send = async (report: NewReport): Promise<Outcome> => {
    const outcome = await attempt(report);
    if (outcome.kind !== 'failed' && refusedKey !== null) await forgetReport({ idempotencyKey: refusedKey });
    return outcome;
  };
  return { send, isPending, failure };
}
