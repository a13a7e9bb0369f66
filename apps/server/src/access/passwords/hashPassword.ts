import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Semaphore } from '../../runtime/Semaphore.ts';

/** OWASP's first choice for argon2id: 19 MiB, two rounds, one lane. */
const options = { algorithm: 2 /* argon2id */, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing occupies a core; a flood of sign-ins must leave some for everybody else. */
const semaphore = new Semaphore({ limit: 2, maxWaiting: 100 });

/** Composed and decomposed letters are the same password, typed on different keyboards. */
const toBytes = (password: string): Buffer => Buffer.from(password.normalize('NFC'), 'utf8');

export const hashPassword = (password: string): Promise<string> =>
  semaphore.run(() => hash(toBytes(password), options));

let dummyHash: Promise<string> | undefined;

/**
 * Returns false without a hash too, after the same work, so that the duration does not tell whether the
 * account exists.
 */
export async function isPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  dummyHash ??= hash(randomBytes(16), options);
  const compared = passwordHash ?? (await dummyHash);
  const isSame = await semaphore.run(() => verify(compared, toBytes(password)));
  return isSame && passwordHash != null;
}
