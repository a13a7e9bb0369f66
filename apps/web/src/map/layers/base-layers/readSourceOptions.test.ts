// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { readSourceOptions } from './readSourceOptions.ts';

test('what is no JSON object cannot be used', () => {
  for (const text of ['', '{', '[]', '"x"', 'null']) expect(readSourceOptions(text)).toBeNull();
});

test('options of a wrong type and unknown ones are left out', () => {
  const text = JSON.stringify({ url: 'https://a/{z}/{x}/{y}.png', maxZoom: '19', minZoom: 3, evil: true });
  expect(readSourceOptions(text)).toEqual({ url: 'https://a/{z}/{x}/{y}.png', minZoom: 3 });
});

test('an address is of this server, or of another one by https', () => {
  const read = (url: string) => readSourceOptions(JSON.stringify({ url }))?.url;
  for (const url of ['/api/{z}', 'https://a.example/{z}/{x}/{y}.png', 'HTTPS://a.example/'])
    expect(read(url)).toBe(url);
  for (const url of [
    'http://a.example/',
    '//a.example/',
    '/\\a.example/',
    'data:image/png,x',
    'javascript:1',
    'a.png',
    '/\t/e.tst/{z}/{x}/{y}',
    '/\n/e.tst/{z}/{x}/{y}',
    '\t//e.tst/{z}/{x}/{y}',
    'https:/\t/e.tst/{z}/{x}/{y}',
    '/\t\\e.tst/{z}/{x}/{y}',
  ])
    expect([url, read(url)]).toEqual([url, undefined]);
});

test('attributions become text, one or several, and never markup', () => {
  const read = (attributions: unknown) => readSourceOptions(JSON.stringify({ attributions }))?.attributions;
  expect(read('© <a href="https://osm.org">OpenStreetMap</a> contributors')).toEqual([
    '© OpenStreetMap contributors',
  ]);
  expect(read(['GSHHG', '', 'Natural Earth'])).toEqual(['GSHHG', 'Natural Earth']);
  expect(read(['<img src=x onerror=alert(1)>'])).toBeUndefined();
  expect(read('a &lt;b&gt; &copy;&nbsp;&#269; c < d <!-- no -->e')).toEqual(['a <b> ©\u00a0č c < d e']);
  expect(read(`<a title="x>y" href='>'>Map</a> of <b`)).toEqual(['Map of']);
});

test('the parser of attributions gets no tag that the page’s policy could refuse', () => {
  const parse = vi.spyOn(DOMParser.prototype, 'parseFromString');
  for (const payload of [
    '<img src=x onerror=alert(1)>',
    '<base href=//e.tst>',
    '<<img src=x onerror=alert(1)>',
    '<img/src=x onerror=alert(1)',
    '<svg><script>alert(1)</script></svg>',
    '<!--><img src=x onerror=alert(1)>-->',
    '<style>@import "//e.tst"</style>',
  ])
    readSourceOptions(JSON.stringify({ attributions: payload }));
  const documents = parse.mock.results.map(({ value }) => value as Document);
  expect(documents).toHaveLength(7);
  for (const document of documents) expect(document.querySelector('body *, head *')).toBeNull();
});
