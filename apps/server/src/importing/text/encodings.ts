import { type ImportEncoding, importEncodings } from '@pgis/contract/plain';
import { decodeCp775 } from './cp775.ts';

/** Origin of an encoding: the file says it, its bytes suggest it, or the user has selected it. */
export interface FoundEncoding {
  readonly name: ImportEncoding;
  readonly origin: 'bom' | 'cpg' | 'dbf' | 'declared' | 'guessed' | 'selected';
}

export interface StreamDecoder {
  /** Decodes a chunk; the bytes of a character that ends in the next one wait for it. */
  decode(chunk: Uint8Array): string;
  end(): string;
}

export function makeDecoder(encoding: ImportEncoding): StreamDecoder {
  if (encoding === 'cp775') return { decode: decodeCp775, end: () => '' };
  const decoder = new TextDecoder(encoding);
  return { decode: (chunk) => decoder.decode(chunk, { stream: true }), end: () => decoder.decode() };
}

export function decodeBytes(bytes: Uint8Array, encoding: ImportEncoding): string {
  return encoding === 'cp775' ? decodeCp775(bytes) : new TextDecoder(encoding).decode(bytes);
}

/** Returns the encoding that a .cpg file or an XML declaration names; undefined for one we do not read. */
export function toEncoding(label: string | undefined): ImportEncoding | undefined {
  if (!label) return undefined;
  const text = label.trim().toLowerCase();
  const codePage = /(125[127])$/.exec(text)?.[1];
  if (codePage) return `windows-${codePage}` as ImportEncoding;
  if (/(^|\D)775$/.test(text)) return 'cp775';
  if (/^(utf-?8|65001)$/.test(text)) return 'utf-8';
  if (text === 'utf-16') return 'utf-16le';
  return importEncodings.find((name) => name === text);
}

/** Recognises the encoding of a text by its byte order mark or by the bytes of its start. */
export function findEncoding(start: Uint8Array): FoundEncoding {
  const [a, b, c] = start;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { name: 'utf-8', origin: 'bom' };
  if (a === 0xff && b === 0xfe) return { name: 'utf-16le', origin: 'bom' };
  if (a === 0xfe && b === 0xff) return { name: 'utf-16be', origin: 'bom' };
  const zeros = [0, 0];
  for (const [i, byte] of start.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > start.length / 5) return { name: 'utf-16le', origin: 'guessed' };
  if (even > start.length / 5) return { name: 'utf-16be', origin: 'guessed' };
  return { name: isUtf8(start) ? 'utf-8' : guessCodePage(start), origin: 'guessed' };
}

/** The last character of the start may be cut off. */
function isUtf8(bytes: Uint8Array): boolean {
  for (let cut = 0; cut < 4; cut++)
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, bytes.length - cut));
      return true;
    } catch {}
  return false;
}

const baltic = /[āčēģīķļņšūžąęėįųõäöüĀČĒĢĪĶĻŅŠŪŽĄĘĖĮŲÕÄÖÜ„“”]/gu;

/**
 * Letters beyond ASCII stand together in Cyrillic words and alone in Latvian ones; of the two Baltic code pages the one
 * wins in which more of them are letters of these languages.
 */
function guessCodePage(bytes: Uint8Array): ImportEncoding {
  let high = 0;
  let neighbours = 0;
  for (const [i, byte] of bytes.entries()) {
    if (byte < 0x80) continue;
    high++;
    if ((bytes[i - 1] ?? 0) >= 0x80 || (bytes[i + 1] ?? 0) >= 0x80) neighbours++;
  }
  if (neighbours > 0.7 * high) return 'windows-1251';
  const lettersIn = (encoding: ImportEncoding) => decodeBytes(bytes, encoding).match(baltic)?.length ?? 0;
  return lettersIn('cp775') > lettersIn('windows-1257') ? 'cp775' : 'windows-1257';
}
