import { describe, expect, it } from 'vitest';
import { clipRing } from './clipRing.ts';

const box = [0, 0, 10, 10] as const;

describe('clipRing', () => {
  it('keeps a ring inside as it is', () => {
    const ring = [2, 2, 8, 2, 5, 8];
    expect(clipRing(ring, box).ring.toSorted()).toEqual(ring.toSorted());
    expect(clipRing(ring, box).cover).toBeCloseTo(0.18);
  });

  it('cuts at every side', () => {
    expect(clipRing([5, -5, 15, 5, 5, 15, -5, 5], box).cover).toBe(1);
    expect(clipRing([-5, 2, 5, 2, 5, 8, -5, 8], box).cover).toBeCloseTo(0.3);
  });

  it('gives the whole box when the ring is around it', () => {
    const { ring, cover } = clipRing([-1, -1, 11, -1, 11, 11, -1, 11], box);
    expect(cover).toBe(1);
    expect(ring).toHaveLength(8);
  });

  it('gives nothing of a ring that only passes around, although its edges along the sides stay', () => {
    const around = [-5, -10, 15, -10, 15, 15, -5, 15, -5, 12, 12, 12, 12, -5, -5, -5];
    expect(clipRing(around, box)).toEqual({ ring: [], cover: 0 });
  });
});
