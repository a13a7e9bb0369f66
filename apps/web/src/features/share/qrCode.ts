import encodeQr from 'qr';

/** The quiet zone that readers of codes need, in modules. */
const BORDER = 4;
/** Wide enough for a poster of a metre at 100 dots per inch. */
const PNG_SIDE_PX = 1_024;

/** The modules of a code, row by row, with the quiet zone; true is dark. */
export type QrCode = readonly (readonly boolean[])[];

/** A code that can still be read when 15 % of it is dirty or torn. */
export const makeQrCode = (text: string): QrCode => encodeQr(text, 'raw', { ecc: 'medium', border: BORDER });

/** The dark modules as an SVG path; each row's runs of modules are one rectangle. */
export const qrPath = (code: QrCode): string =>
  code
    .flatMap((row, y) =>
      [
        ...row
          .map((isDark) => (isDark ? '1' : '0'))
          .join('')
          .matchAll(/1+/g),
      ].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
    )
    .join('');

/** An SVG file of a code. */
export const qrSvg = (code: QrCode): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${code.length} ${code.length}" shape-rendering="crispEdges">` +
  `<path fill="#fff" d="M0 0h${code.length}v${code.length}h-${code.length}z"/><path d="${qrPath(code)}"/></svg>`;

/** A PNG file of a code; each module is a whole number of pixels, so that its edges are sharp. */
export async function qrPng(code: QrCode): Promise<Blob> {
  const scale = Math.ceil(PNG_SIDE_PX / code.length);
  const canvas = new OffscreenCanvas(code.length * scale, code.length * scale);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the browser cannot draw');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.fillStyle = '#000';
  context.fill(new Path2D(qrPath(code)));
  return await canvas.convertToBlob({ type: 'image/png' });
}
