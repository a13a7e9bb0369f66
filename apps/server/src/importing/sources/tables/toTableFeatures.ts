import { type Position, parseWkt } from '@pgis/geo';
import type { AddressLocations } from '../../addresses/AddressLocations.ts';
import { toAddress } from '../../addresses/toAddress.ts';
import { SourceError } from '../../SourceError.ts';
import { geometryProblemText, geometryReason } from '../geometryProblemText.ts';
import type { ReadFeature } from '../SourceFeature.ts';
import type { SourceOptions, TableColumns } from '../SourceOptions.ts';

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

type TableOptions = Pick<SourceOptions, 'columns' | 'locations' | 'acceptsNoShapes'>;

/** Positions of addresses are in degrees; other coordinates may be in any system. */
export const declaredCrsOf = ({ columns }: TableOptions): string | undefined =>
  columns?.address === undefined ? undefined : 'EPSG:4326';

/**
 * Makes features of the rows of a table with a WKT column, a pair of coordinates or addresses.
 *
 * @throws Error when there is no such column.
 */
export async function* toTableFeatures(
  rows: AsyncIterable<TableRow>,
  options: TableOptions,
): AsyncGenerator<ReadFeature> {
  const { locations = new Map() } = options;
  let names: TableColumns | undefined;
  for await (const row of rows) {
    names ??= chooseColumns(Object.keys(row.values), options);
    yield names.address === undefined ? toFeature(row, names) : toLocated(row, names.address, locations);
  }
}

function toLocated(
  { rowNumber, values }: TableRow,
  column: string,
  locations: AddressLocations,
): ReadFeature {
  return { rowNumber, properties: values, ...toLocation(values[column], locations) };
}

/** Returns the position of an address as a geometry, or why there is none. */
export function toLocation(value: unknown, locations: AddressLocations) {
  const address = toAddress(value);
  if (address === '') return { problem: 'the address is empty', reason: 'NO_GEOMETRY' } as const;
  const found = locations.get(address);
  if (found === undefined)
    return { problem: 'the address is not found', reason: 'ADDRESS_NOT_FOUND' } as const;
  if (found === 'ambiguous')
    return { problem: 'several have this address', reason: 'ADDRESS_AMBIGUOUS' } as const;
  return { geometry: { type: 'Point', coordinates: found } } as const;
}

function chooseColumns(
  header: readonly string[],
  { columns: requested = {}, acceptsNoShapes = false }: TableOptions,
): TableColumns {
  const choose = (name: string | undefined, usual: readonly string[]): string | undefined => {
    if (name !== undefined && !header.includes(name))
      throw new SourceError('NO_COORDINATES', `The file has no column "${name}".`);
    return name ?? header.find((column) => usual.includes(column.trim().toLowerCase()));
  };
  const address = choose(requested.address, []);
  if (address !== undefined) return { address };
  const wkt = choose(requested.wkt, wktNames);
  const lon = choose(requested.lon, lonNames);
  const lat = choose(requested.lat, latNames);
  const hasNone = wkt === undefined && (lon === undefined || lat === undefined);
  if (hasNone && acceptsNoShapes) return {};
  if (hasNone)
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
  if (names.lon === undefined || names.lat === undefined)
    return { rowNumber, properties, problem: 'the row has no coordinates', reason: 'NO_GEOMETRY' };
  const coordinates = [toNumber(values[names.lon]), toNumber(values[names.lat])];
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
