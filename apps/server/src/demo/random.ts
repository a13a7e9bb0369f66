/** Seeded random numbers, so that the demo is the same everywhere. */
export interface Random {
  /** Uniform in [0, 1). */
  readonly next: () => number;
  /** Uniform in [min, max). */
  readonly between: (min: number, max: number) => number;
  /** Whole number in [min, max]. */
  readonly whole: (min: number, max: number) => number;
  readonly pick: <T>(list: readonly T[]) => T;
  readonly chance: (probability: number) => boolean;
  /** Normal with mean 0 and deviation 1 (sum of uniforms, cut at about 3). */
  readonly normal: () => number;
}

/** mulberry32: 32 bits of state, random enough for demo data. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const between = (min: number, max: number) => min + next() * (max - min);
  return {
    next,
    between,
    whole: (min, max) => Math.floor(between(min, max + 1)),
    pick: (list) => {
      const item = list[Math.floor(next() * list.length)];
      if (item === undefined) throw new Error('pick from an empty list');
      return item;
    },
    chance: (probability) => next() < probability,
    normal: () => (next() + next() + next() + next() - 2) * Math.sqrt(3),
  };
}
