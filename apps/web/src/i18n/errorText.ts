import type { ProblemCode } from '@pgis/contract';
import type { TFunction } from 'i18next';
import { ApiError } from '../api/index.ts';

/** What went wrong and what to do next, in the reader's language. */
export const errorText = (t: TFunction, cause: unknown): string =>
  cause instanceof ApiError ? t(`ERRORS.${cause.code}`) : t('ERROR');

export const problemText = (t: TFunction, code: ProblemCode): string => t(`PROBLEMS.${code}`);
