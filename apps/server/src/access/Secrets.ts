import { createHmac, randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Database } from '../db/openDatabase.ts';

const purposes = [
  'visitor-cookie',
  'refresh-token',
  'image-address',
  'report-link',
  'reports-cookie',
  'unsubscribe-link',
  'news-link',
  'follow-link',
  'mail-address',
  'map-pictures',
] as const;
export type SigningPurpose = (typeof purposes)[number];

export interface Secrets {
  /** Ed25519 pair that signs access tokens. */
  readonly tokenKeys: Promise<TokenKeys>;
  /** HMAC-SHA-256 of a text under the key of that purpose. */
  sign(purpose: SigningPurpose, text: string): Promise<Buffer>;
}

export interface TokenKeys {
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

/** The first process that asks creates the secret and all others get the same one: the row decides. */
async function getOrCreateSecret(
  { db }: Database,
  name: string,
  make: () => Promise<string>,
): Promise<string> {
  const read = () =>
    db.selectFrom('server_secrets').select('value').where('name', '=', name).executeTakeFirst();
  const known = await read();
  if (known !== undefined) return known.value;
  await db
    .insertInto('server_secrets')
    .values({ name, value: await make() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const stored = await read();
  if (stored === undefined) throw new Error(`the secret ${name} was not stored`);
  return stored.value;
}

async function readTokenKeys(database: Database): Promise<TokenKeys> {
  const text = await getOrCreateSecret(database, 'token-signing', async () => {
    const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
    return JSON.stringify(await exportJWK(privateKey));
  });
  const jwk = JSON.parse(text) as JWK;
  const { d: _, ...publicJwk } = jwk;
  return {
    privateKey: (await importJWK(jwk, 'EdDSA')) as CryptoKey,
    publicKey: (await importJWK(publicJwk, 'EdDSA')) as CryptoKey,
  };
}

/** Caches a promise but forgets a failure, so that the database is asked again after an outage. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | undefined;
  return () => {
    known ??= read().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

/**
 * Opens the keys, which are created at the first start and stored in the database, so that processes share them
 * and a restart signs nobody out.
 */
export function openSecrets(database: Database): Secrets {
  const tokenKeys = once(() => readTokenKeys(database));
  const key = (name: string) =>
    once(() => getOrCreateSecret(database, name, async () => randomBytes(32).toString('base64url')));
  const keys = Object.fromEntries(purposes.map((purpose) => [purpose, key(purpose)])) as Record<
    SigningPurpose,
    () => Promise<string>
  >;
  return {
    get tokenKeys() {
      return tokenKeys();
    },
    async sign(purpose, text) {
      return createHmac('sha256', await keys[purpose]())
        .update(text)
        .digest();
    },
  };
}
