import type { Language } from '@pgis/contract';
import { toCsv } from '../../../http/toCsv.ts';
import type { ExtractedRow } from '../../../importing/worker/readerProtocol.ts';

type Cell = string | number | boolean | null;

const toCell = (value: unknown): Cell => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Writes rows with their geometries as WKT in degrees, which an import recognises by the name of the column. */
export async function* toSkippedRowsCsv(
  rows: AsyncIterable<ExtractedRow>,
  { names, language }: { readonly names: readonly string[]; readonly language: Language },
): AsyncGenerator<Buffer> {
  yield toCsv([[...names, 'wkt']], language);
  for await (const { properties, wkt } of rows)
    yield toCsv([[...names.map((name) => toCell(properties[name])), wkt]], language, { isFirst: false });
}
