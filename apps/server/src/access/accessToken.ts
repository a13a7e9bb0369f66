import type { UserId } from '@pgis/contract';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Secrets } from './Secrets.ts';

/**
 * Claims of an access token: user, session and expiry. It holds no rights; those are read for each request.
 */
export interface AccessClaims {
  readonly userId: UserId;
  readonly sessionId: string;
  readonly jti: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

const ALGORITHM = 'EdDSA';
const TYPE = 'at+jwt';
const ISSUER = 'pgis';
const AUDIENCE = 'pgis-api';

const toSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1_000);
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Equal claims give the same token, byte for byte, in every process: Ed25519 has no randomness. */
export async function signAccessToken(secrets: Secrets, claims: AccessClaims): Promise<string> {
  const { privateKey } = await secrets.tokenKeys;
  return await new SignJWT({ sid: claims.sessionId })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(String(claims.userId))
    .setJti(claims.jti)
    .setIssuedAt(toSeconds(claims.issuedAt))
    .setExpirationTime(toSeconds(claims.expiresAt))
    .sign(privateKey);
}

/**
 * Returns undefined when the token was not signed by us or was changed. Expiry is not checked here:
 * `expiresAt` is compared with the database's time, together with its session.
 */
export async function readAccessToken(secrets: Secrets, token: string): Promise<AccessClaims | undefined> {
  const { publicKey } = await secrets.tokenKeys;
  try {
    const { payload } = await jwtVerify(token, publicKey, {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['sub', 'sid', 'jti', 'iat', 'exp'],
      // Expiry is judged by the database's time; jose would use the time of this process.
      clockTolerance: Number.MAX_SAFE_INTEGER,
    });
    return toClaims(payload);
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

function toClaims(payload: Record<string, unknown>): AccessClaims | undefined {
  const { sub, sid, jti, iat, exp } = payload;
  const userId = Number(sub);
  if (!Number.isSafeInteger(userId) || userId <= 0) return undefined;
  if (typeof sid !== 'string' || !uuid.test(sid) || typeof jti !== 'string' || !uuid.test(jti))
    return undefined;
  if (typeof iat !== 'number' || typeof exp !== 'number') return undefined;
  return {
    userId,
    sessionId: sid,
    jti,
    issuedAt: new Date(iat * 1_000),
    expiresAt: new Date(exp * 1_000),
  };
}
