import type { Value } from '../readFeatures.ts';
import { uniqueNames } from '../uniqueNames.ts';
import type { VectorColumn } from '../VectorRequest.ts';
import { integerColumns } from './geoPackageSql.ts';

const MAX_NAME_BYTES = 10;
export const MAX_TEXT_BYTES = 254;
const HEADER_BYTES = 32;
const FIELD_BYTES = 32;
const SPACE = 0x20;

/** Returns the beginning of a text that has at most `maxBytes` in UTF-8, without half a character. */
function cutUtf8(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  while (end > 0 && ((bytes[end] ?? 0) & 0b1100_0000) === 0b1000_0000) end -= 1;
  return bytes.toString('utf8', 0, end);
}

export interface DbfField {
  /** At most 10 bytes, different from all others. */
  readonly name: string;
  readonly type: 'C' | 'N' | 'L';
  readonly width: number;
  readonly decimals: number;
}

/** `maxBytes` has the length of the longest text of each column. */
export function toDbfFields(columns: readonly VectorColumn[], maxBytes: readonly number[]): DbfField[] {
  const names = uniqueNames(
    columns.map(({ name }) => name.replaceAll('\0', '')),
    { shorten: (name, suffixLength) => cutUtf8(name, MAX_NAME_BYTES - suffixLength) },
  );
  return columns.map(({ kind, column }, at) => {
    const name = names[at] ?? '';
    if (kind === 'boolean') return { name, type: 'L', width: 1, decimals: 0 };
    if (kind === 'number')
      return integerColumns.has(column)
        ? { name, type: 'N', width: 18, decimals: 0 }
        : { name, type: 'N', width: 20, decimals: 2 };
    return { name, type: 'C', width: Math.min(MAX_TEXT_BYTES, Math.max(1, maxBytes[at] ?? 0)), decimals: 0 };
  });
}

/** dBASE III. A file without columns cannot be read, so there is always one. */
export function dbfHeader(fields: readonly DbfField[], rows: number, now: Date): Buffer {
  const length = HEADER_BYTES + fields.length * FIELD_BYTES + 1;
  const header = Buffer.alloc(length);
  header.writeUInt8(0x03, 0);
  header.set([now.getFullYear() - 1900, now.getMonth() + 1, now.getDate()], 1);
  header.writeUInt32LE(rows, 4);
  header.writeUInt16LE(length, 8);
  header.writeUInt16LE(
    fields.reduce((sum, { width }) => sum + width, 1),
    10,
  );
  for (const [at, { name, type, width, decimals }] of fields.entries()) {
    const start = HEADER_BYTES + at * FIELD_BYTES;
    header.write(name, start);
    header.write(type, start + 11, 'latin1');
    header.writeUInt8(width, start + 16);
    header.writeUInt8(decimals, start + 17);
  }
  header.writeUInt8(0x0d, length - 1);
  return header;
}

/** `cut` is called for each text that is longer than its field. */
export function dbfRecord(
  fields: readonly DbfField[],
  values: readonly Value[],
  cut: (column: number) => void,
): Buffer {
  const record = Buffer.alloc(
    fields.reduce((sum, { width }) => sum + width, 1),
    SPACE,
  );
  let at = 1;
  for (const [column, field] of fields.entries()) {
    const text = toDbfText(field, values[column] ?? null);
    const whole = cutUtf8(text, field.width);
    if (whole.length < text.length) cut(column);
    // Numbers stand to the right.
    record.write(field.type === 'N' ? whole.padStart(field.width) : whole, at);
    at += field.width;
  }
  return record;
}

function toDbfText({ type, decimals }: DbfField, value: Value): string {
  if (type === 'L') return value === null ? '?' : value === true ? 'T' : 'F';
  if (value === null) return '';
  return type === 'N' ? Number(value).toFixed(decimals) : String(value);
}
