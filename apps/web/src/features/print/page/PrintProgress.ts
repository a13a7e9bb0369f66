/** Step of a print: `map` draws the map, `tables` reads the objects, `pages` writes the page or the file. */
export type PrintProgress =
  | { readonly step: 'map' | 'tables' }
  /** `share` of the rows of the tables that are written, from 0 to 1. */
  | { readonly step: 'pages'; readonly share: number };

/** Percent of the bar at the beginning of each step. Drawing the map takes longest, and nothing tells how long. */
const BEGINS_AT = { map: 10, tables: 50, pages: 60 } as const;

export function percentOf(progress: PrintProgress): number {
  const begin = BEGINS_AT[progress.step];
  return progress.step === 'pages' ? begin + Math.round((100 - begin) * progress.share) : begin;
}
