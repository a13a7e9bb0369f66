import { expect, test } from 'vitest';
import { encodeList } from './encodeList.ts';

test.each([
  ['nothing', '', []],
  ['a lead alone', '{"features":[', []],
  ['one text', '[', ['{}']],
  ['texts of all lengths of UTF-8', '[', ['a', 'ā', '€', '😀', '']],
  ['more than a piece holds', '', Array.from({ length: 5_000 }, (_, i) => `${i}ā`.repeat(20))],
  ['texts larger than a piece', '[', ['x'.repeat(400_000), 'y', '€'.repeat(200_000), '😀'.repeat(100_000)]],
])('%s become the bytes of the joined text', (_, lead, texts) => {
  const bytes = Buffer.concat(encodeList(lead, texts));
  expect(bytes.equals(Buffer.from(lead + texts.join(',')))).toBe(true);
});

test('what is between the texts may be longer, or nothing', () => {
  expect(String(Buffer.concat(encodeList('[', ['a', 'b', 'c'], ',\n')))).toBe('[a,\nb,\nc');
  expect(String(Buffer.concat(encodeList('', ['a\r\n', 'b\r\n'], '')))).toBe('a\r\nb\r\n');
});
