import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Secrets } from './Secrets.ts';

const NAME = 'pgis_visitor';
const YEAR_S = 365 * 24 * 3_600;
const value = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.([\w-]{43})$/;

function findCookie(header: string | undefined): string | undefined {
  const pair = header?.split(';').find((part) => part.trim().startsWith(`${NAME}=`));
  return pair?.trim().slice(NAME.length + 1);
}

/** The id in the visitor cookie of a request; undefined when there is none or its signature is not ours. */
export async function readVisitor(secrets: Secrets, request: FastifyRequest): Promise<string | undefined> {
  const match = value.exec(findCookie(request.headers.cookie) ?? '');
  const [, id, signature] = match ?? [];
  if (id === undefined || signature === undefined) return undefined;
  const expected = await secrets.sign('visitor-cookie', id);
  const given = Buffer.from(signature, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined;
}

/**
 * The visitor's id; a browser without one gets it with this answer. Call it only where a visitor leaves something
 * behind (adds an object, votes): who only looks gets no cookie.
 */
export async function visitorOf(
  secrets: Secrets,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const known = await readVisitor(secrets, request);
  if (known !== undefined) return known;
  const id = randomUUID();
  const signature = (await secrets.sign('visitor-cookie', id)).toString('base64url');
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${NAME}=${id}.${signature}; Path=/; Max-Age=${YEAR_S}; HttpOnly; SameSite=Lax${secure}`,
  );
  return id;
}
