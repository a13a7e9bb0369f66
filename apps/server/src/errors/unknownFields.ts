import { AppError } from './AppError.ts';

interface UnknownField {
  /** Position in the request. */
  readonly path: string;
  readonly field: string;
}

/** Refusal of a request that names fields which its layer does not have. */
export const unknownFields = (fields: readonly UnknownField[]): AppError =>
  new AppError('UNKNOWN_FIELD', {
    errors: fields.map(({ path }) => ({ path, code: 'UNKNOWN_FIELD' })),
    values: { field: fields.map(({ field }) => field).join(', ') },
  });
