import { describe, expect, test } from 'vitest';
import type { Actor, UserActor } from '../access/Actor.ts';
import { toIdempotentRequest, withRepetition } from './idempotency.ts';

const user = { kind: 'user', userId: 5, address: '10.0.0.1' } as UserActor;
const visitor = (address: string, visitorId?: string): Actor => ({ kind: 'anonymous', visitorId, address });
const hashesOf = (actor: Actor, key = 'k') =>
  toIdempotentRequest(actor, { companyId: 1, key, request: {} }).keyHashes.map((hash) =>
    hash.toString('hex'),
  );

describe('the sender of a request that may arrive twice', () => {
  test('is a user, wherever they are', () => {
    expect(hashesOf(user)).toHaveLength(1);
    expect(hashesOf({ ...user, address: '10.0.0.2' })).toEqual(hashesOf(user));
    expect(hashesOf({ ...user, userId: 6 })).not.toEqual(hashesOf(user));
    expect(hashesOf(user, 'another')).not.toEqual(hashesOf(user));
  });

  test('is a visitor by network and by cookie, which the first request does not have', () => {
    const [network] = hashesOf(visitor('2001:db8:7:7::1'));
    const both = hashesOf(visitor('2001:db8:7:7::2', 'cookie'));
    expect(both).toHaveLength(2);
    expect(both).toContain(network);
    const elsewhere = hashesOf(visitor('2001:db8:7:8::1', 'cookie'));
    expect(both.filter((hash) => elsewhere.includes(hash))).toHaveLength(1);
  });

  test('has its names in one order, so that two requests cannot wait for each other', () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
      const hashes = hashesOf(visitor('10.0.0.1', name));
      expect(hashes).toEqual(hashes.toSorted());
    }
  });

  test('sends the same request only when all of it is the same', () => {
    const hashOf = (request: unknown) =>
      toIdempotentRequest(user, { companyId: 1, key: 'k', request }).requestHash.toString('hex');
    expect(hashOf({ a: 1 })).toBe(hashOf({ a: 1 }));
    expect(hashOf({ a: 1 })).not.toBe(hashOf({ a: 2 }));
  });
});

describe('a change that another request with the same key was faster with', () => {
  const violation = (constraint: string) => Object.assign(new Error('unique'), { code: '23505', constraint });

  test('runs once more, and no third time', async () => {
    let runs = 0;
    const run = async () => {
      runs += 1;
      if (runs === 1) throw violation('idempotency_keys_pkey');
      return 'found';
    };
    expect(await withRepetition(run)).toBe('found');
    expect(runs).toBe(2);
    runs = 0;
    const never = async () => {
      runs += 1;
      throw violation('idempotency_keys_pkey');
    };
    await expect(withRepetition(never)).rejects.toThrow('unique');
    expect(runs).toBe(2);
  });

  test('other errors are not repeated', async () => {
    let runs = 0;
    const run = async () => {
      runs += 1;
      throw violation('geoms_pkey');
    };
    await expect(withRepetition(run)).rejects.toThrow('unique');
    expect(runs).toBe(1);
  });
});
