import { validationError } from '../errors/AppError.ts';

/** D-API-03: the version of an object or a classifier as ETag. */
export const toETag = (version: number): string => `"${version}"`;

/** The version in `If-Match`: `"3"`, or `3` for short. Undefined when any will do: no header, or `*`. */
export function parseIfMatch(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  const version = /^\s*(?:"(\d{1,9})"|(\d{1,9}))\s*$/.exec(header);
  if (version === null) throw validationError({ path: 'header/if-match', code: 'WRONG_FORMAT' });
  return Number(version[1] ?? version[2]);
}
