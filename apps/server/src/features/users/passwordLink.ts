import { createHash, randomBytes } from 'node:crypto';
import type { Language } from '@pgis/contract';

/** 256 bits; only its hash is kept. */
export const makeLinkToken = (): string => randomBytes(32).toString('base64url');

export const hashLink = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Address of the form, after the `#`: the token reaches no server log on the way. */
export const linkAddress = (publicUrl: string, language: Language, token: string): string =>
  `${publicUrl}/#/${language}/auth/reset/${token}`;
