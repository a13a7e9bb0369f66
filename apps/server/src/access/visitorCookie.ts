import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Secrets } from './Secrets.ts';
import { readSignedCookie, type SignedCookie, setSignedCookie } from './signedCookie.ts';

const cookie: SignedCookie = {
  name: 'pgis_visitor',
  purpose: 'visitor-cookie',
  value: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
};

/**
 * Reads the id in the visitor cookie of a request; undefined when there is none or its signature is not ours.
 */
export const readVisitor = (secrets: Secrets, request: FastifyRequest): Promise<string | undefined> =>
  readSignedCookie(secrets, request, cookie);

/**
 * Returns the visitor's id; a browser without one gets it with this answer. Call it only where a visitor
 * stores something (adds an object, votes): a visitor who only looks gets no cookie.
 */
export async function visitorOf(
  secrets: Secrets,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const known = await readVisitor(secrets, request);
  if (known !== undefined) return known;
  const id = randomUUID();
  await setSignedCookie(secrets, { request, reply }, { ...cookie, text: id });
  return id;
}
