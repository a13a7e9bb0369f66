import { EARTH_RADIUS_M, type Position } from '@pgis/geo';

const RADIANS = Math.PI / 180;
/** Smallest population that counts, also that of an object of the project. */
const SMALLEST = 1_000;

export interface Candidate {
  readonly foldedName: string;
  readonly lonLat: Position;
  /** 0 when unknown. */
  readonly population: number;
}

/**
 * Rank of a result; the smallest comes first. Among names that match equally well the nearest wins, where a
 * large place reaches further: a town of 100 000 people equals a village that is ten times nearer. A name
 * that contains the words typed may be ten times as far as one whose words only begin with them, and an exact
 * match ten times more.
 */
export const scoreOf = (from: Position, foldedQuery: string, candidate: Candidate): number =>
  roughDistanceM(from, candidate.lonLat) /
  Math.sqrt(Math.max(candidate.population, SMALLEST)) /
  fitOf(candidate.foldedName, foldedQuery);

/** `searchObjects` states the same in SQL. */
function fitOf(foldedName: string, foldedQuery: string): number {
  if (foldedName === foldedQuery) return 100;
  const words = foldedName.split(' ');
  return foldedQuery.split(' ').every((word) => words.includes(word)) ? 10 : 1;
}

/** Distance on the sphere: exact to half a per cent, and fast enough for ten thousand names a search. */
function roughDistanceM([fromLon, fromLat]: Position, [toLon, toLat]: Position): number {
  const half = (degrees: number) => Math.sin((degrees * RADIANS) / 2) ** 2;
  const narrowing = Math.cos(fromLat * RADIANS) * Math.cos(toLat * RADIANS);
  const chord = Math.sqrt(half(toLat - fromLat) + narrowing * half(toLon - fromLon));
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, chord));
}
