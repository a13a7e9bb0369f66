import type { ProblemCode } from '@pgis/contract';
import type { TFunction } from 'i18next';
import { ApiError } from '../api/index.ts';

/** The text of an error and what to do next, in the user's language. */
export const errorText = (t: TFunction, cause: unknown): string =>
  cause instanceof ApiError ? t(`ERRORS.${cause.code}`) : t('ERROR');

/** The server's own words about an error (INFO-11); its text in the user's language if the server sent none. */
export const serverErrorText = (t: TFunction, cause: unknown): string =>
  (cause instanceof ApiError ? cause.serverMessage : undefined) ?? errorText(t, cause);

export const problemText = (t: TFunction, code: ProblemCode): string => t(`PROBLEMS.${code}`);
