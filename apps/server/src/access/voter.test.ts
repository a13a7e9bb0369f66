import { expect, test } from 'vitest';
import type { Actor, UserActor } from './Actor.ts';
import { voterOf } from './voter.ts';

test('D-OBJ-06: a vote is that of a user or of a visitor’s cookie; a browser without one has none', () => {
  const visitor = (visitorId?: string): Actor => ({ kind: 'anonymous', visitorId, address: '10.0.0.1' });
  expect(voterOf({ kind: 'user', userId: 7 } as UserActor)).toBe('u:7');
  expect(voterOf(visitor('8b3f'))).toBe('v:8b3f');
  expect(voterOf(visitor())).toBeUndefined();
});
