import { exportJWK, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose';
import { expect, test } from 'vitest';
import { readAccessToken, signAccessToken } from './accessToken.ts';
import type { Secrets } from './Secrets.ts';

const makeKeys = () => generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
const keys = await makeKeys();
const secrets: Secrets = {
  tokenKeys: Promise.resolve(keys),
  sign: () => Promise.reject(new Error('tokens have a key of their own')),
};
const claims = {
  userId: 4_294_967_310,
  sessionId: '6f8a1f5e-3f6c-4a64-9a3b-0a9a5b1f7c11',
  jti: '0d7c9d6e-0a57-4c3e-8a37-5f0c1b1f2a22',
  issuedAt: new Date(1_800_000_000_000),
  expiresAt: new Date(1_800_001_800_000),
};

/** Signs a token like `signAccessToken`, with the given claims and header changed. */
const build = (payload: object = {}, typ = 'at+jwt', alg = 'EdDSA') =>
  new SignJWT({
    ...{ iss: 'pgis', aud: 'pgis-api', sub: String(claims.userId), sid: claims.sessionId, jti: claims.jti },
    ...{ iat: 1_800_000_000, exp: 1_800_001_800 },
    ...payload,
  }).setProtectedHeader({ alg, typ });

const sharedKey = async () => {
  const { x = '' } = await exportJWK(keys.publicKey);
  return await importJWK({ kty: 'oct', k: x }, 'HS256');
};
const swapUser = (token: string): string => {
  const [head = '', body = '', signature = ''] = token.split('.');
  const payload = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
  const other = Buffer.from(JSON.stringify({ ...payload, sub: '1' })).toString('base64url');
  return [head, other, signature].join('.');
};

test('a token of ours says whose it is', async () => {
  expect(await readAccessToken(secrets, await signAccessToken(secrets, claims))).toEqual(claims);
  expect(await readAccessToken(secrets, await build().sign(keys.privateKey))).toEqual(claims);
});

test.each<[string, () => string | Promise<string>]>([
  ['signed by another key', async () => build().sign((await makeKeys()).privateKey)],
  ['changed', async () => swapUser(await build().sign(keys.privateKey))],
  ['not signed', () => new UnsecuredJWT({ sub: '1', sid: claims.sessionId, jti: claims.jti }).encode()],
  [
    'signed with the public key as a password',
    async () => build({}, 'at+jwt', 'HS256').sign(await sharedKey()),
  ],
  ['of another kind', () => build({}, 'JWT').sign(keys.privateKey)],
  ['of another issuer', () => build({ iss: 'somebody' }).sign(keys.privateKey)],
  ['for another service', () => build({ aud: 'another' }).sign(keys.privateKey)],
  ['without an end', () => build({ exp: undefined }).sign(keys.privateKey)],
  ['of no session', () => build({ sid: 'none' }).sign(keys.privateKey)],
  ['of no user', () => build({ sub: '-1' }).sign(keys.privateKey)],
  ['of user 0', () => build({ sub: '0' }).sign(keys.privateKey)],
  ['of half a user', () => build({ sub: '1.5' }).sign(keys.privateKey)],
  ['of a session that is a number', () => build({ sid: 7 }).sign(keys.privateKey)],
  ['without an identifier of its own', () => build({ jti: 'first' }).sign(keys.privateKey)],
  ['with a beginning that is text', () => build({ iat: 'now' }).sign(keys.privateKey)],
])('D-SESS-11: a token that we did not sign, for this and now, is none: %s', async (_, make) => {
  expect(await readAccessToken(secrets, await make())).toBeUndefined();
});

test('a token counts whole seconds', async () => {
  const issuedAt = new Date(claims.issuedAt.getTime() + 999);
  const expiresAt = new Date(claims.expiresAt.getTime() + 1);
  expect(await signAccessToken(secrets, { ...claims, issuedAt, expiresAt })).toBe(
    await signAccessToken(secrets, claims),
  );
});

test('a fault of ours is no wrong token', async () => {
  const broken = { ...secrets, tokenKeys: Promise.resolve({ ...keys, publicKey: {} as CryptoKey }) };
  const token = await signAccessToken(secrets, claims);
  await expect(readAccessToken(broken, token)).rejects.toThrow(TypeError);
});
