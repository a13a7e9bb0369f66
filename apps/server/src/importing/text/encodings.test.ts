import { expect, test } from 'vitest';
import { decodeToUtf8 } from './decodeToUtf8.ts';
import { decodeBytes, findEncoding, toEncoding } from './encodings.ts';

const latvian = 'Ķeguma novads, Bērzs, Šķūņu iela, Ģertrūdes iela, Čiekurkalns, ūdens';
const russian = 'Улица Бривибас, дом 5; Рижская область';

/** Encodes with a table made by decoding all bytes, since Node writes UTF-8 alone. */
function encode(text: string, encoding: 'windows-1257' | 'windows-1251' | 'cp775'): Buffer {
  const codes = new Map(
    Array.from({ length: 256 }, (_, code) => [decodeBytes(Buffer.from([code]), encoding), code] as const),
  );
  return Buffer.from([...text].map((letter) => codes.get(letter) ?? 0x3f));
}

test('the encodings of Baltic files are recognised by their letters', () => {
  expect(findEncoding(Buffer.from(latvian))).toEqual({ name: 'utf-8', origin: 'guessed' });
  for (const encoding of ['windows-1257', 'cp775'] as const) {
    const bytes = encode(latvian, encoding);
    expect(findEncoding(bytes)).toEqual({ name: encoding, origin: 'guessed' });
    expect(decodeBytes(bytes, encoding)).toBe(latvian);
  }
  expect(findEncoding(encode(russian, 'windows-1251')).name).toBe('windows-1251');
});

test('text in UTF-16 is recognised with and without a byte order mark, and the mark decides before the bytes', () => {
  const little = Buffer.from(`\ufeff${latvian}`, 'utf16le');
  expect(findEncoding(little)).toEqual({ name: 'utf-16le', origin: 'bom' });
  expect(findEncoding(little.subarray(2))).toEqual({ name: 'utf-16le', origin: 'guessed' });
  const big = Buffer.from(little).swap16();
  expect(findEncoding(big)).toEqual({ name: 'utf-16be', origin: 'bom' });
  expect(findEncoding(Buffer.from('\ufeffa'))).toEqual({ name: 'utf-8', origin: 'bom' });
});

test('a start that ends within a letter is UTF-8 all the same', () => {
  const bytes = Buffer.from('Rīga, Ķ');
  expect(findEncoding(bytes.subarray(0, -1)).name).toBe('utf-8');
});

test('labels of .cpg files and XML declarations', () => {
  const found = ['UTF-8', '65001', '1257', 'CP1257', 'ANSI 1251', 'cp775', 'UTF-16', 'KOI8-R', ''].map(
    toEncoding,
  );
  expect(found).toEqual([
    ...['utf-8', 'utf-8', 'windows-1257', 'windows-1257', 'windows-1251', 'cp775', 'utf-16le'],
    ...[undefined, undefined],
  ]);
});

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all).toString();
}

test('a selected encoding wins, and letters may lie across chunks', async () => {
  async function* inChunks(bytes: Buffer, size: number) {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  for (const size of [1, 3, 1_000]) {
    const { encoding, chunks } = await decodeToUtf8(inChunks(encode(latvian, 'cp775'), size), 'cp775');
    expect(encoding).toEqual({ name: 'cp775', origin: 'selected' });
    expect(await textOf(chunks)).toBe(latvian);
    const wide = await decodeToUtf8(inChunks(Buffer.from(latvian, 'utf16le'), size));
    expect(await textOf(wide.chunks)).toBe(latvian);
  }
});
