import { createRequire } from 'node:module';

interface EpsgEntry {
  readonly code: string;
  readonly name: string;
  readonly kind: string;
  readonly proj4: string | null;
}

/** Codes and names of the plane coordinate systems and those in degrees that proj4 can convert. */
export function toCoordinateSystemNames(): string {
  const all: Readonly<Record<string, EpsgEntry>> = createRequire(
    new URL('../../apps/server/package.json', import.meta.url),
  )('epsg-index/all.json');
  const rows = Object.values(all)
    .filter(({ kind, proj4 }) => /^CRS-(PROJ|GEOG)CRS$/.test(kind) && proj4 !== null)
    .map(({ code, name }) => JSON.stringify([code, name]));
  return `[\n${rows.join(',\n')}\n]\n`;
}
