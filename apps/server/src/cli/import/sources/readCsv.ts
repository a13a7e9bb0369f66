import { Readable } from 'node:stream';
import { type Position, parseWkt } from '@pgis/geo';
import { parse } from 'csv-parse';
import { geometryProblemText } from './geometryProblemText.ts';
import type { ReadFeature } from './SourceFeature.ts';

export interface CsvColumns {
  readonly wkt?: string | undefined;
  readonly lon?: string | undefined;
  readonly lat?: string | undefined;
}

const wktNames = ['wkt', 'geom', 'geometry', 'the_geom', 'wkt_geom'];
const lonNames = ['lon', 'lng', 'long', 'longitude', 'stop_lon', 'x'];
const latNames = ['lat', 'latitude', 'stop_lat', 'y'];

/**
 * Rows of a CSV file (UTF-8, with or without BOM; comma, semicolon or tab) with a WKT column or a pair of coordinates.
 * `rowNumber` is the row's line in the file.
 *
 * @throws Error when there is no such column.
 */
export async function* readCsv(
  chunks: AsyncIterable<Uint8Array>,
  columns: CsvColumns = {},
): AsyncGenerator<ReadFeature> {
  const parser = Readable.from(chunks).pipe(
    parse({
      bom: true,
      columns: true,
      info: true,
      delimiter: [',', ';', '\t'],
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: 4_000_000,
    }),
  );
  let names: CsvColumns | undefined;
  for await (const { record, info } of parser as AsyncIterable<{
    record: Record<string, string>;
    info: { lines: number };
  }>) {
    names ??= chooseColumns(Object.keys(record), columns);
    yield readRow(record, info.lines, names);
  }
}

function chooseColumns(header: readonly string[], requested: CsvColumns): CsvColumns {
  const choose = (name: string | undefined, usual: readonly string[]): string | undefined => {
    if (name !== undefined && !header.includes(name)) throw new Error(`The file has no column "${name}".`);
    return name ?? header.find((column) => usual.includes(column.trim().toLowerCase()));
  };
  const wkt = choose(requested.wkt, wktNames);
  const lon = choose(requested.lon, lonNames);
  const lat = choose(requested.lat, latNames);
  if (wkt === undefined && (lon === undefined || lat === undefined))
    throw new Error(
      `No coordinates found: name the columns with --wkt-field, or --lon-field and --lat-field. Columns: ${header.join(', ')}`,
    );
  return wkt === undefined ? { lon, lat } : { wkt };
}

function readRow(row: Record<string, string>, rowNumber: number, names: CsvColumns): ReadFeature {
  const properties = Object.fromEntries(
    Object.entries(row).filter(([name]) => ![names.wkt, names.lon, names.lat].includes(name)),
  );
  if (names.wkt !== undefined) {
    const parsed = parseWkt(row[names.wkt] ?? '');
    return parsed.ok
      ? { rowNumber, geometry: parsed.geometry, properties }
      : {
          rowNumber,
          properties,
          problem: geometryProblemText(parsed.problems),
        };
  }
  const coordinates = [toNumber(row[names.lon ?? '']), toNumber(row[names.lat ?? ''])];
  return coordinates.every(Number.isFinite)
    ? { rowNumber, geometry: { type: 'Point', coordinates: coordinates as unknown as Position }, properties }
    : { rowNumber, properties, problem: 'the coordinates are not numbers' };
}

/** NaN for an empty cell, which `Number` would make 0. A decimal comma is taken as Latvian files have it. */
const toNumber = (text: string | undefined): number =>
  text === undefined || text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'));
