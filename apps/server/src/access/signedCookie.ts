import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Secrets, SigningPurpose } from './Secrets.ts';

export interface SignedCookie {
  readonly name: string;
  readonly purpose: SigningPurpose;
  /** Pattern of the text before the signature. */
  readonly value: RegExp;
}

const YEAR_S = 365 * 24 * 3_600;

/** Returns the text with its signature after a full stop. */
export async function signText(secrets: Secrets, purpose: SigningPurpose, text: string): Promise<string> {
  return `${text}.${(await secrets.sign(purpose, text)).toString('base64url')}`;
}

/** Returns the text before a valid signature; undefined for anything else. */
export async function readSigned(
  secrets: Secrets,
  purpose: SigningPurpose,
  signed: string,
): Promise<string | undefined> {
  const [, text, signature] = /^(.+)\.([\w-]{43})$/.exec(signed) ?? [];
  if (text === undefined || signature === undefined) return undefined;
  const expected = await secrets.sign(purpose, text);
  const given = Buffer.from(signature, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected) ? text : undefined;
}

/** Returns the content of a cookie; undefined when there is none or its signature is not ours. */
export async function readSignedCookie(
  secrets: Secrets,
  request: FastifyRequest,
  { name, purpose, value }: SignedCookie,
): Promise<string | undefined> {
  const pair = request.headers.cookie?.split(';').find((part) => part.trim().startsWith(`${name}=`));
  if (pair === undefined) return undefined;
  const text = await readSigned(secrets, purpose, pair.trim().slice(name.length + 1));
  return text !== undefined && value.test(text) ? text : undefined;
}

/**
 * Sets the cookie for a year, out of reach of scripts. It is `Secure` when PUBLIC_URL is https, also when the
 * proxy does not say so.
 */
export async function setSignedCookie(
  secrets: Secrets,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { name, purpose, text }: SignedCookie & { readonly text: string },
): Promise<void> {
  const secure = request.server.isPublicHttps || request.protocol === 'https' ? '; Secure' : '';
  const value = await signText(secrets, purpose, text);
  reply.header('set-cookie', `${name}=${value}; Path=/; Max-Age=${YEAR_S}; HttpOnly; SameSite=Lax${secure}`);
}
