import { ApiError } from '../../../api/index.ts';
import { errorText, type TFunction } from '../../../i18n/index.ts';

/** The text of an error, with the waiting time that the server has sent. */
export function failureText(t: TFunction, failure: unknown): string {
  const text = errorText(t, failure);
  const waitS = failure instanceof ApiError ? failure.retryAfterS : undefined;
  return waitS === undefined ? text : `${text} ${t('LOGIN.WAIT_MINUTES', { count: Math.ceil(waitS / 60) })}`;
}
