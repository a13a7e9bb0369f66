import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Turnstile } from '../../plugins/Turnstile.ts';

/** OWASP's first choice for argon2id: 19 MiB, two rounds, one lane. */
const options = { algorithm: 2 /* argon2id */, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing takes a core each; a flood of sign-ins must leave some for everybody else. */
const turnstile = new Turnstile({ atOnce: 2, mostWaiting: 100 });

/** One password typed on two keyboards is one password: composed and decomposed letters count the same. */
const toBytes = (password: string): Buffer => Buffer.from(password.normalize('NFC'), 'utf8');

export const hashPassword = (password: string): Promise<string> =>
  turnstile.run(() => hash(toBytes(password), options));

let dummyHash: Promise<string> | undefined;

/** False without a hash as well, after the same work: how long it takes says nothing about the account. */
export async function isPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  dummyHash ??= hash(randomBytes(16), options);
  const compared = passwordHash ?? (await dummyHash);
  const isSame = await turnstile.run(() => verify(compared, toBytes(password)));
  return isSame && passwordHash != null;
}
