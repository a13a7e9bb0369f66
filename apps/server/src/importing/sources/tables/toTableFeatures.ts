import { type Position, parseWkt } from '@pgis/geo';
import { SourceError } from '../../SourceError.ts';
import { geometryProblemText, geometryReason } from '../geometryProblemText.ts';
import type { ReadFeature } from '../SourceFeature.ts';

/** Columns of a table that hold its geometries. */
export interface TableColumns {
  readonly wkt?: string | undefined;
  readonly lon?: string | undefined;
  readonly lat?: string | undefined;
}

/** Row of a table with a header. */
export interface TableRow {
  readonly rowNumber: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Names of the columns of a table; the second of the same name becomes `name_2`, and one without a name `column 3`. */
export function toColumnNames(header: readonly unknown[]): string[] {
  const names = Array.from(header, (value, i) => String(value ?? '').trim() || `column ${i + 1}`);
  const used = new Set(names);
  const seen = new Set<string>();
  return names.map((name) => {
    let unique = name;
    if (seen.has(name)) for (let n = 2; used.has(unique); n++) unique = `${name}_${n}`;
    seen.add(unique);
    used.add(unique);
    return unique;
  });
}

const wktNames = ['wkt', 'geom', 'geometry', 'the_geom', 'wkt_geom'];
const lonNames = ['lon', 'lng', 'long', 'longitude', 'stop_lon', 'x'];
const latNames = ['lat', 'latitude', 'stop_lat', 'y'];

/**
 * Makes features of the rows of a table with a WKT column or a pair of coordinates.
 *
 * @throws Error when there is no such column.
 */
export async function* toTableFeatures(
  rows: AsyncIterable<TableRow>,
  requested: TableColumns = {},
): AsyncGenerator<ReadFeature> {
  let names: TableColumns | undefined;
  for await (const row of rows) {
    names ??= chooseColumns(Object.keys(row.values), requested);
    yield toFeature(row, names);
  }
}

function chooseColumns(header: readonly string[], requested: TableColumns): TableColumns {
  const choose = (name: string | undefined, usual: readonly string[]): string | undefined => {
    if (name !== undefined && !header.includes(name))
      throw new SourceError('NO_COORDINATES', `The file has no column "${name}".`);
    return name ?? header.find((column) => usual.includes(column.trim().toLowerCase()));
  };
  const wkt = choose(requested.wkt, wktNames);
  const lon = choose(requested.lon, lonNames);
  const lat = choose(requested.lat, latNames);
  if (wkt === undefined && (lon === undefined || lat === undefined))
    throw new SourceError(
      'NO_COORDINATES',
      `No coordinates found: name the columns with --wkt-field, or --lon-field and --lat-field. Columns: ${header.join(', ')}`,
    );
  return wkt === undefined ? { lon, lat } : { wkt };
}

function toFeature({ rowNumber, values }: TableRow, names: TableColumns): ReadFeature {
  const properties = Object.fromEntries(
    Object.entries(values).filter(([name]) => ![names.wkt, names.lon, names.lat].includes(name)),
  );
  if (names.wkt !== undefined) {
    const parsed = parseWkt(String(values[names.wkt] ?? ''));
    if (parsed.ok) return { rowNumber, geometry: parsed.geometry, properties };
    const { problems } = parsed;
    return {
      rowNumber,
      properties,
      problem: geometryProblemText(problems),
      reason: geometryReason(problems),
    };
  }
  const coordinates = [toNumber(values[names.lon ?? '']), toNumber(values[names.lat ?? ''])];
  return coordinates.every(Number.isFinite)
    ? { rowNumber, geometry: { type: 'Point', coordinates: coordinates as unknown as Position }, properties }
    : { rowNumber, properties, problem: 'the coordinates are not numbers', reason: 'BAD_COORDINATES' };
}

/** NaN for an empty cell, which `Number` would make 0. A decimal comma is taken as Latvian files have it. */
function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? Number.NaN : Number(text.replace(',', '.'));
}
