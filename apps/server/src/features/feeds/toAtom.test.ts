import { expect, it } from 'vitest';
import { type Feed, type FeedEntry, toAtom, toXmlText } from './toAtom.ts';

const entry: FeedEntry = {
  id: 2 ** 32 + 77,
  name: 'Kalna iela 2',
  description: 'Deep <b>hole</b> & "water"',
  published: '2026-11-20T07:00:00Z',
  updated: '2026-11-21T07:00:00Z',
  status: 'Planned',
  lat: 56.95,
  lon: 24.1,
};
const feed: Feed = { layerId: 2 ** 32 + 5, title: 'Pits & holes', language: 'lv', entries: [entry] };
const write = (changes: Partial<Feed> = {}) => toAtom({ ...feed, ...changes }, 'https://map.example');

it('a feed names its layer and the newest change', () => {
  const text = write({ entries: [entry, { ...entry, id: 2 ** 32 + 78, updated: '2026-11-22T07:00:00Z' }] });
  expect(text).toContain('<title>Pits &amp; holes</title>');
  expect(text).toContain('<updated>2026-11-22T07:00:00Z</updated>\n<author>');
  expect(text).toContain('href="https://map.example/api/v1/feeds/4294967301?lang=lv"');
  expect(write({ entries: [] })).toContain('<updated>1970-01-01T00:00:00Z</updated>');
});

it('an entry has its number, moments, status, link and point', () => {
  expect(write()).toContain(`<entry>
<id>tag:map.example,2026:object/4294967373</id>
<title>1-77 Kalna iela 2</title>
<published>2026-11-20T07:00:00Z</published>
<updated>2026-11-21T07:00:00Z</updated>
<link rel="alternate" type="text/html" href="https://map.example/#/lv/dashboard?object=4294967373"/>
<summary>Deep &lt;b&gt;hole&lt;/b&gt; &amp; &quot;water&quot;</summary>
<category term="Planned"/>
<georss:point>56.950000 24.100000</georss:point>
</entry>`);
});

it.each([
  ['a\u0000b\u0008c\u000bd\u001fe\ufffef', 'abcdef'],
  ['line\n\ttab', 'line\n\ttab'],
  ['\ud83d\ude00', '\ud83d\ude00'],
  ['\ud800!', '\ufffd!'],
  [']]>', ']]&gt;'],
])('%j is written as %j', (text, expected) => {
  expect(toXmlText(text)).toBe(expected);
});
