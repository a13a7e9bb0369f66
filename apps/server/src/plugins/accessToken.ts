import { errors, jwtVerify, SignJWT } from 'jose';
import type { Secrets } from './Secrets.ts';

/** What an access token says: whose, of which session, and until when. No rights: those are read per request. */
export interface AccessClaims {
  readonly userId: number;
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

/** The same claims give the same token, byte for byte, in every process: Ed25519 has no randomness. */
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
 * Undefined when the token is not ours or was changed. Whether it is still valid is not asked here: `expiresAt` is
 * compared with the database's time, together with its session.
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
      // The end is judged on the database's time; jose would take this process's.
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
