import type { FastifyReply } from 'fastify';
import type { Config } from '../../config.ts';

/**
 * Allows pages of other sites to show what anonymous visitors see, where the setting says so. Browsers send no cookie of
 * ours from there and, without an answer to the preflight request, no token either.
 */
export function allowOtherSites(
  reply: FastifyReply,
  { mapsForOtherSites }: Pick<Config, 'mapsForOtherSites'>,
): void {
  if (!mapsForOtherSites) return;
  reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
}
