import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Secrets, SigningPurpose } from './Secrets.ts';

export interface SignedCookie {
  readonly name: string;
  readonly purpose: SigningPurpose;
  /** What stands before the signature. */
  readonly value: RegExp;
}

const YEAR_S = 365 * 24 * 3_600;

/** A text with its signature behind a full stop. */
export async function signText(secrets: Secrets, purpose: SigningPurpose, text: string): Promise<string> {
  return `${text}.${(await secrets.sign(purpose, text)).toString('base64url')}`;
}

/** The text before a signature of ours; undefined for anything else. */
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

/** What a cookie of ours holds; undefined when there is none or its signature is not ours. */
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

/** For a year, and out of reach of scripts. */
export async function setSignedCookie(
  secrets: Secrets,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { name, purpose }: SignedCookie,
  text: string,
): Promise<void> {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  const value = await signText(secrets, purpose, text);
  reply.header('set-cookie', `${name}=${value}; Path=/; Max-Age=${YEAR_S}; HttpOnly; SameSite=Lax${secure}`);
}
