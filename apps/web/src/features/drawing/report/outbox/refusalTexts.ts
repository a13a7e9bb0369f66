import { referenceOf } from '@pgis/contract';
import { ApiError } from '../../../../api/index.ts';
import { errorText, type TFunction } from '../../../../i18n/index.ts';
import type { RefusedReport } from './outbox.ts';

/** Says which report was refused, or which photos of a report that was sent. */
export const refusalTitle = (t: TFunction, { id, body }: RefusedReport): string =>
  id === null
    ? t('CITIZEN.NOT_SENT', { text: body.description })
    : t('CITIZEN.SENT_WITHOUT_PHOTO', { number: referenceOf(id) });

/** Says why. For photos the server asks for a user where the device is no longer known as that of the reporter. */
export const refusalText = (t: TFunction, { id, refusal }: RefusedReport): string =>
  id !== null && [401, 403, 404].includes(refusal.status)
    ? t('CITIZEN.REFUSED.PHOTO_TIME')
    : errorText(t, new ApiError(refusal));
