import { expect, test } from 'vitest';
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
});
