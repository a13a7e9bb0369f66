import type { Actor } from '../../plugins/Actor.ts';

/** How a vote is remembered (D-OBJ-06): one per user or per signed visitor cookie. Undefined: never been here. */
export function voterOf(actor: Actor): string | undefined {
  if (actor.kind === 'user') return `u:${actor.userId}`;
  return actor.visitorId === undefined ? undefined : `v:${actor.visitorId}`;
}
