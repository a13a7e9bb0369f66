import type { ProblemCode } from '@pgis/contract';
import { ApiError } from '../api/index.ts';
import type { TFunction } from './translate.ts';

/**
 * The text of an error and what to do next, in the user's language. That of the server comes first (INFO-11), because
 * it names values that only the server knows.
 */
export const errorText = (t: TFunction, cause: unknown): string =>
  cause instanceof ApiError ? (cause.serverMessage ?? t(`ERRORS.${cause.code}`)) : t('ERROR');

export const problemText = (t: TFunction, code: ProblemCode): string => t(`PROBLEMS.${code}`);
