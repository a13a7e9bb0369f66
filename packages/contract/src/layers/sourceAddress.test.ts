import { expect, test } from 'vitest';
import { resolveSourceAddress } from './sourceAddress.ts';

test.each([
  ['/tiles/{z}/{x}/{y}.png', 'own'],
  ['//other.example/{z}.png', undefined],
  ['/\\other.example/{z}.png', undefined],
  ['/\t/other.example/{z}.png', undefined],
  ['/tiles\n/{z}.png', undefined],
  ['/tiles\u007f', undefined],
  ['https://other.example/{z}/{x}/{y}.png', 'https://other.example/z/x/y.png'],
  ['HTTPS://Other.example/', 'https://other.example/'],
  ['https://{a-c}.tiles.example/{z}', 'https://a.tiles.example/z'],
  ['http://other.example/{z}.png', undefined],
  ['https:/other.example/', undefined],
  ['https:///other.example/', undefined],
  ['https://[', undefined],
  ['tiles/{z}.png', undefined],
  ['data:image/png;base64,AA', undefined],
  ['', undefined],
])('the address %j of a base layer is %s', (address, resolved) => {
  const found = resolveSourceAddress(address);
  expect(found instanceof URL ? found.href : found).toBe(resolved);
});
