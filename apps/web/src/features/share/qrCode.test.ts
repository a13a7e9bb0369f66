import decodeQr from 'qr/decode.js';
import { expect, test } from 'vitest';
import { makeQrCode, qrPath, qrSvg } from './qrCode.ts';

const link =
  'https://karte.example/#/lv/dashboard?map=11/56.971396/23.98908&layers=3,5&filter=3:Suga:%C4%80bele';

/** Draws the path of a code in pixels, as a browser does. */
function drawPath(path: string, side: number, scale: number) {
  const width = side * scale;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++)
      data.fill(
        0,
        (row * width + Number(x) * scale) * 4,
        (row * width + (Number(x) + Number(run)) * scale) * 4,
      );
  }
  return { width, height: width, data };
}

test('a reader of codes finds the link in what is drawn', () => {
  const code = makeQrCode(link);
  expect(decodeQr(drawPath(qrPath(code), code.length, 4))).toBe(link);
});

test('the code has its quiet zone', () => {
  const code = makeQrCode(link);
  for (const line of [...code.slice(0, 4), ...code.slice(-4)]) expect(line.includes(true)).toBe(false);
  expect(code.some((row) => row[4])).toBe(true);
});

test('the file is an SVG in black on white', () => {
  const code = makeQrCode(link);
  const svg = qrSvg(code);
  expect(svg).toContain(`viewBox="0 0 ${code.length} ${code.length}"`);
  expect(svg).toContain('fill="#fff"');
  expect(svg).toContain(qrPath(code));
});
