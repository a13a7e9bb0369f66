import type { Readable } from 'node:stream';
import type { ImportEncoding } from '@pgis/contract';
import { SourceError } from '../../SourceError.ts';
import { decodeBytes, type FoundEncoding, findEncoding } from '../../text/encodings.ts';

interface DbfField {
  readonly name: string;
  readonly type: string;
  readonly length: number;
}

export interface DbfTable {
  readonly encoding: FoundEncoding;
  readonly fieldNames: readonly string[];
  /** One record for each row of the file; undefined for a deleted one. */
  readonly records: AsyncIterable<Readonly<Record<string, unknown>> | undefined>;
}

/** Code pages by the byte of the header that names the language driver. */
const languageDrivers: Readonly<Record<number, ImportEncoding>> = {
  3: 'windows-1252',
  201: 'windows-1251',
  204: 'windows-1257',
};

/** Records by which the encoding is recognised. */
const SAMPLE_RECORDS = 500;

/**
 * Reads a dBASE table as a stream.
 *
 * @param given encoding of a .cpg file or of the user; else the header's language driver counts, else the bytes.
 * @throws Error when the header is damaged.
 */
export async function readDbf(source: Readable, given?: FoundEncoding | undefined): Promise<DbfTable> {
  const bytes = new ByteQueue(source);
  const head = await bytes.take(32);
  if (head === undefined)
    throw new SourceError('DAMAGED', 'The .dbf file is damaged: it ends in its header.');
  const count = head.readUInt32LE(4);
  const headerBytes = head.readUInt16LE(8);
  const recordBytes = head.readUInt16LE(10);
  const rest = headerBytes > 32 ? await bytes.take(headerBytes - 32) : undefined;
  if (rest === undefined || recordBytes === 0)
    throw new SourceError('DAMAGED', 'The .dbf file is damaged: it ends in its header.');
  const fields = readFields(rest, given?.name);
  const first: Buffer[] = [];
  while (first.length < Math.min(SAMPLE_RECORDS, count)) {
    const record = await bytes.take(recordBytes);
    if (record === undefined) break;
    first.push(record);
  }
  const encoding = given ?? fromHeader(head.readUInt8(29)) ?? findEncoding(Buffer.concat(first));
  const records = async function* () {
    for (const record of first.splice(0)) yield toRecord(record, fields, encoding.name);
    for (let index = SAMPLE_RECORDS; index < count; index++) {
      const record = await bytes.take(recordBytes);
      if (record === undefined) return;
      yield toRecord(record, fields, encoding.name);
    }
  };
  return { encoding, fieldNames: fields.map(({ name }) => name), records: records() };
}

function fromHeader(driver: number): FoundEncoding | undefined {
  const name = languageDrivers[driver];
  return name && { name, origin: 'dbf' };
}

function readFields(header: Buffer, encoding: ImportEncoding = 'windows-1257'): DbfField[] {
  const fields: DbfField[] = [];
  for (let at = 0; at + 32 <= header.length && header[at] !== 0x0d; at += 32) {
    const nameBytes = header.subarray(at, at + 11);
    const end = nameBytes.indexOf(0);
    fields.push({
      name: decodeBytes(end < 0 ? nameBytes : nameBytes.subarray(0, end), encoding).trim(),
      type: String.fromCharCode(header.readUInt8(at + 11)),
      length: header.readUInt8(at + 16),
    });
  }
  return fields;
}

function toRecord(
  record: Buffer,
  fields: readonly DbfField[],
  encoding: ImportEncoding,
): Record<string, unknown> | undefined {
  if (record[0] === 0x2a) return undefined;
  const values: Record<string, unknown> = {};
  let at = 1;
  for (const { name, type, length } of fields) {
    values[name] = toValue(decodeBytes(record.subarray(at, at + length), encoding), type);
    at += length;
  }
  return values;
}

function toValue(padded: string, type: string): unknown {
  const text = padded.replaceAll('\u0000', '').trim();
  if (text === '') return null;
  switch (type) {
    case 'N':
    case 'F': {
      const number = Number(text);
      // Asterisks stand for a number that did not fit; longer integers than a double holds stay texts.
      if (Number.isNaN(number)) return null;
      return Number.isInteger(number) && !Number.isSafeInteger(number) ? text : number;
    }
    case 'D':
      return /^\d{8}$/.test(text) ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` : null;
    case 'L':
      if (/^[ty]$/i.test(text)) return true;
      return /^[fn]$/i.test(text) ? false : null;
    default:
      return text;
  }
}

/** Takes a stream apart into pieces of a given length. */
class ByteQueue {
  readonly #iterator: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: Readable) {
    this.#iterator = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** Returns the next bytes; undefined when fewer are left. */
  async take(length: number): Promise<Buffer | undefined> {
    if (this.#rest.length < length) {
      const chunks = [this.#rest];
      let have = this.#rest.length;
      while (have < length) {
        const next = await this.#iterator.next();
        if (next.done) return undefined;
        chunks.push(next.value);
        have += next.value.length;
      }
      this.#rest = Buffer.concat(chunks);
    }
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }
}
