import type { Actor } from './Actor.ts';

/**
 * Key of a vote (D-OBJ-06): one for each user or signed visitor cookie. Undefined for a browser that has
 * never stored anything.
 */
export function voterOf(actor: Actor): string | undefined {
  if (actor.kind === 'user') return `u:${actor.userId}`;
  return actor.visitorId === undefined ? undefined : `v:${actor.visitorId}`;
}
