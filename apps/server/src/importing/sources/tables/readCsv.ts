import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { type TableRow, toColumnNames } from './toTableFeatures.ts';

const delimiters = [',', ';', '\t', '|'] as const;
/** Bytes among which the end of the header is looked for. */
const MAX_HEADER_BYTES = 1 << 18;

/**
 * Reads the rows of a text in UTF-8, with or without BOM, that has a header. The delimiter is the one that the header has
 * most of. `rowNumber` is the row's line in the file.
 */
export async function* readCsv(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TableRow> {
  const iterator = chunks[Symbol.asyncIterator]();
  const start: Uint8Array[] = [];
  let length = 0;
  while (length < MAX_HEADER_BYTES) {
    const next = await iterator.next();
    if (next.done) break;
    start.push(next.value);
    length += next.value.length;
    if (next.value.includes(0x0a)) break;
  }
  const delimiter = findDelimiter(Buffer.concat(start).toString('utf8').split('\n', 1)[0] ?? '');
  const whole = async function* () {
    yield* start.splice(0);
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  };
  const parser = Readable.from(whole()).pipe(
    parse({
      bom: true,
      columns: toColumnNames,
      info: true,
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: 4_000_000,
    }),
  );
  for await (const { record, info } of parser as AsyncIterable<{
    record: Record<string, string>;
    info: { lines: number };
  }>)
    yield { rowNumber: info.lines, values: record };
}

function findDelimiter(header: string): string {
  const unquoted = header.replace(/"[^"]*"/g, '');
  const countOf = (delimiter: string) => unquoted.split(delimiter).length;
  return delimiters.toSorted((a, b) => countOf(b) - countOf(a))[0] ?? ',';
}
