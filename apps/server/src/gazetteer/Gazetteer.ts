import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { Position } from '@pgis/geo';

/**
 * The world's places as one file, `assets/gazetteer/gazetteer.bin.br`, made by `scripts/gazetteer/build.ts`.
 *
 * Brotli over: the number of places (uint32), the length of the folded names in bytes (uint32), longitudes and latitudes
 * in 1/10 000 degree (int32 each), populations (uint32), the folded names, the names. All numbers are little endian.
 * Folded names are ASCII, one a line, each with a space before it; names are UTF-8, one a line: name, tab, country. A
 * place with two names has two lines.
 */
export const GAZETTEER_FILE = new URL('../../assets/gazetteer/gazetteer.bin.br', import.meta.url);
export const UNITS_PER_DEGREE = 10_000;
const NUMBERS = 3;

export interface GazetteerPlace {
  readonly name: string;
  /** ISO 3166 alpha-2. */
  readonly country: string;
}

/** Places in a form that a search can walk: folded names in one text, the rest by line number. */
export interface Gazetteer {
  /** Number of lines. */
  readonly count: number;
  /** Every line begins with a line feed and a space. */
  readonly foldedNames: string;
  /** Number of the line that contains an index of `foldedNames`. */
  lineAt(position: number): number;
  lonLatOf(line: number): Position;
  /** 0 when unknown. */
  populationOf(line: number): number;
  placeOf(line: number): GazetteerPlace;
}

const decompress = promisify(brotliDecompress);
let opened: Promise<Gazetteer> | undefined;

/** Reads the file when first asked: 20 ms of this thread's time and 12 MB that stay. */
export function openGazetteer(): Promise<Gazetteer> {
  opened ??= readFile(GAZETTEER_FILE).then(decompress).then(decodeGazetteer);
  return opened;
}

function decodeGazetteer(bytes: Buffer): Gazetteer {
  const count = bytes.readUInt32LE(0);
  const foldedLength = bytes.readUInt32LE(4);
  const numbers = (index: number) => 8 + index * count * 4;
  const foldedStart = numbers(NUMBERS);
  const namesStart = foldedStart + foldedLength;
  const foldedNames = bytes.toString('latin1', foldedStart, namesStart);
  const foldedLines = indexLines(bytes.subarray(foldedStart, namesStart), count);
  const names = bytes.subarray(namesStart);
  const nameLines = indexLines(names, count);
  return {
    count,
    foldedNames,
    lineAt: (position) => lastNotAbove(foldedLines, position),
    lonLatOf: (line) => [
      bytes.readInt32LE(numbers(0) + line * 4) / UNITS_PER_DEGREE,
      bytes.readInt32LE(numbers(1) + line * 4) / UNITS_PER_DEGREE,
    ],
    populationOf: (line) => bytes.readUInt32LE(numbers(2) + line * 4),
    placeOf(line) {
      const text = names.toString('utf8', (nameLines[line] ?? 0) + 1, nameLines[line + 1] ?? names.length);
      const [name = '', country = ''] = text.split('\t');
      return { name, country };
    },
  };
}

/** Index of each line's line feed. */
function indexLines(text: Buffer, count: number): Uint32Array {
  const starts = new Uint32Array(count);
  let at = 0;
  for (let line = 0; line < count; line++) {
    starts[line] = at;
    at = text.indexOf(10, at + 1);
  }
  return starts;
}

/** Binary search for the last of the ascending numbers that is not above the limit. */
function lastNotAbove(rising: Uint32Array, limit: number): number {
  let [low, high] = [0, rising.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((rising[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
