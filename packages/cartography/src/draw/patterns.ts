import type { PatternName } from '../style/propertyTable.ts';

/**
 * One tile of a pattern. Sides are powers of two: ol repeats tiles from the origin of the world modulo 512 pixels,
 * and a size that divides 512 keeps its position when the map moves. Parts cut off at one edge continue at the
 * opposite one.
 */
export type Pattern = {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Paths that are stroked, in the notation of `parsePath`. */
  readonly lines?: string;
  readonly linePx?: number;
  /** Paths that are filled. */
  readonly areas?: string;
  /** Positions of the drawing within the tile: pairs of x and y; once at 0, 0 when missing. */
  readonly at?: readonly number[];
};

/** Two copies per tile, the second offset into the gap of the first row. */
const STAGGERED_16 = [4, 4, 12, 12];
const STAGGERED_32 = [8, 8, 24, 24];
const TREE = 'O0 -2.5 4.3M-.8 1L.8 1L.8 6.5L-.8 6.5Z';
const CONIFER = 'M0 -7L3.6 -1.8L2 -1.8L4.8 3.4L.8 3.4L.8 6.5L-.8 6.5L-.8 3.4L-4.8 3.4L-2 -1.8L-3.6 -1.8Z';

/** The patterns of STYLE-20, without `none`. */
export const PATTERN_TILES: Readonly<Record<Exclude<PatternName, 'none'>, Pattern>> = {
  hatch: { widthPx: 8, heightPx: 8, lines: 'M0 8L8 0' },
  cross: { widthPx: 8, heightPx: 8, lines: 'M0 8L8 0M0 0L8 8', linePx: 0.9 },
  dot: { widthPx: 8, heightPx: 8, areas: 'O4 4 1.5' },
  circle: { widthPx: 16, heightPx: 16, lines: 'O0 0 3', at: STAGGERED_16 },
  square: { widthPx: 16, heightPx: 16, lines: 'M3.5 3.5L12.5 3.5L12.5 12.5L3.5 12.5Z' },
  tile: { widthPx: 16, heightPx: 16, areas: 'M0 0l8 0 0 8 -8 0ZM8 8l8 0 0 8 -8 0Z' },
  woven: {
    widthPx: 16,
    heightPx: 16,
    lines:
      'M.5 2L7.5 2M.5 6L7.5 6M8.5 10L15.5 10M8.5 14L15.5 14M10 .5L10 7.5M14 .5L14 7.5M2 8.5L2 15.5M6 8.5L6 15.5',
    linePx: 1,
  },
  crosses: { widthPx: 16, heightPx: 16, lines: 'M-2.8 0L2.8 0M0 -2.8L0 2.8', at: STAGGERED_16 },
  caps: { widthPx: 16, heightPx: 16, lines: 'M-3.2 1.8L0 -1.8L3.2 1.8', at: STAGGERED_16 },
  nylon: {
    widthPx: 16,
    heightPx: 8,
    lines: 'M0 4Q4 -4 8 4Q12 12 16 4M0 4Q4 12 8 4Q12 -4 16 4',
    linePx: 0.9,
  },
  hexagon: {
    widthPx: 32,
    heightPx: 16,
    lines: 'M0 8L5.3 0L16 0L21.3 8L32 8M0 8L5.3 16L16 16L21.3 8',
  },
  cemetry: {
    widthPx: 32,
    heightPx: 32,
    lines: 'M0 -6L0 6M-3.6 -2.4L3.6 -2.4',
    linePx: 1.7,
    at: STAGGERED_32,
  },
  sand: {
    widthPx: 32,
    heightPx: 32,
    areas:
      'O3 4 .8O9 2 .7O14 7 .9O20 3 .7O27 6 .8O6 11 .7O11 15 .9O18 12 .7O24 14 .9O30 11 .7O2 18 .8O8 22 .7O15 20 .8O21 21 .8O28 19 .7O4 27 .9O12 28 .7O18 27 .9O24 29 .7O30 26 .9',
  },
  conglomerate: {
    widthPx: 32,
    heightPx: 32,
    lines: 'O7 7 4.5O22 5 3.2O28 15 4.6O14 17 5O5 23 3.3O22 26 4.8O12 29 2.6',
    areas: 'O14 5 .9O20 13 .9O4 15 .9O29 4 .9O29 24 .9O15 25 .9O3 29 .9',
  },
  gravel: {
    widthPx: 32,
    heightPx: 32,
    lines:
      'M3 6l3 -3 4 1 1 4 -4 2ZM17 4l4 -2 3 2 -1 4 -4 1ZM28 9l3 -1 3 3 -2 3 -4 -1ZM9 15l4 -1 2 3 -2 3 -5 -1ZM20 15l3 -2 4 3 -2 3 -4 0ZM2 22l3 -1 3 3 -2 3 -4 -1ZM13 25l3 -2 4 1 0 4 -4 2ZM25 25l3 -2 4 2 -2 4 -4 -1Z',
    linePx: 1.1,
  },
  brick: { widthPx: 16, heightPx: 16, lines: 'M0 0L16 0M0 8L16 8M4 0L4 8M12 8L12 16' },
  dolomite: { widthPx: 16, heightPx: 16, lines: 'M0 0L16 0M0 8L16 8M7 0L3 8M15 8L11 16' },
  coal: {
    widthPx: 32,
    heightPx: 32,
    areas:
      'M2 8l4 -5 6 1 2 5 -5 4 -5 -1ZM18 3l6 -1 5 4 -3 5 -6 -1ZM11 18l5 -4 5 2 1 5 -6 3 -5 -2ZM25 19l4 -3 5 3 -1 6 -6 0ZM3 21l4 0 2 5 -4 4 -5 -4ZM15 29l4 -3 5 2 -2 5 -6 0Z',
  },
  breccia: {
    widthPx: 32,
    heightPx: 32,
    lines:
      'M2 9L7 1L11 8ZM16 3L25 2L19 9ZM27 8L33 13L25 16ZM9 14L17 13L14 21ZM2 18L7 24L-1 26ZM19 18L26 21L20 26ZM10 25L16 30L8 32ZM24 29L31 26L31 33Z',
    linePx: 1.1,
  },
  clay: { widthPx: 32, heightPx: 16, lines: 'M-6 0L6 0', at: [8, 4, 24, 12] },
  flooded: {
    widthPx: 32,
    heightPx: 32,
    lines: 'M-11 -4L11 -4M-7 0L7 0M-3 4L3 4',
    at: STAGGERED_32,
  },
  chaos: {
    widthPx: 32,
    heightPx: 32,
    lines:
      'M2 3l6 3M13 1l-1 6M18 6l7 -3M29 2l4 5M5 11l-2 6M10 10l6 5M22 10l-3 6M27 13l6 -1M2 22l6 -2M12 19l1 7M17 21l6 4M28 19l-1 6M5 27l3 5M15 30l7 -1M25 28l5 3',
  },
  grass: {
    widthPx: 32,
    heightPx: 16,
    lines: 'M0 3L0 -4M-1.6 3Q-1.8 -.5 -4.6 -2.4M1.6 3Q1.8 -.5 4.6 -2.4',
    at: [8, 4, 24, 12],
  },
  swamp: {
    widthPx: 32,
    heightPx: 32,
    lines: 'M-7 2L7 2M-4 5.5L4 5.5M0 2L0 -6M-2 2Q-2.2 -2 -4.6 -4.4M2 2Q2.2 -2 4.6 -4.4',
    at: STAGGERED_32,
  },
  wave: { widthPx: 16, heightPx: 8, lines: 'M0 4Q4 -1 8 4Q12 9 16 4' },
  vine: {
    widthPx: 32,
    heightPx: 32,
    lines: 'M0 7L0 -7M0 5Q5.5 4.5 4.5 1.2Q3 -1 0 0Q-3 .2 -4.5 -2Q-5.5 -5.2 0 -5',
    at: STAGGERED_32,
  },
  forest: {
    widthPx: 32,
    heightPx: 32,
    lines:
      'O6 6 4.2M6 10.2L6 15M20 0L24.2 9L15.8 9ZM20 9L20 13O26 20 4.2M26 24.2L26 29M11 17L15.2 26L6.8 26ZM11 26L11 30',
  },
  scrub: {
    widthPx: 32,
    heightPx: 32,
    lines: 'M-5.5 4Q-7.5 .5 -4 -.8Q-3.5 -4.8 0 -4.4Q3.6 -4.8 4 -.8Q7.5 .5 5.5 4Z',
    at: STAGGERED_32,
  },
  tree: { widthPx: 32, heightPx: 32, areas: TREE, at: STAGGERED_32 },
  pine: { widthPx: 32, heightPx: 32, areas: CONIFER, at: STAGGERED_32 },
  pines: {
    widthPx: 16,
    heightPx: 16,
    lines: 'M0 -4.6L3 2L-3 2ZM0 2L0 4.4',
    linePx: 1.1,
    at: [4, 4, 12, 12],
  },
  rock: {
    widthPx: 32,
    heightPx: 32,
    lines: 'M-7 4.5L-5 -2.5L0 -6L6 -1.5L7.5 4.5ZM-5 -2.5L-.5 .5L0 -6M-.5 .5L1.5 4.5',
    at: STAGGERED_32,
  },
  rocks: {
    widthPx: 32,
    heightPx: 32,
    lines:
      'M1 11L3 5L7 2L12 6L14 11ZM3 5L7 7L7 2M7 7L8 11M18 8L20 4L24 3L28 8ZM20 4L23 6L24 8M16 27L18 20L23 16L29 21L31 27ZM18 20L23 22L23 16M23 22L25 27M3 24L5 20L9 19L12 24ZM5 20L8 22L9 24',
    linePx: 1.1,
  },
};
