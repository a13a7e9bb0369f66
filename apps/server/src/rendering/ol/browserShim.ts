import { type Canvas, createCanvas, GlobalFonts, Image, ImageData } from '@napi-rs/canvas';

/**
 * Implements the few browser globals that ol's canvas renderer uses, on `@napi-rs/canvas`. Import it before `ol`, and only
 * in a worker: it changes `globalThis`.
 */

/** Line gap of Arial and fonts with its metrics, as a share of the font size. */
const LINE_GAP = 67 / 2_048;

const measuring = createCanvas(1, 1).getContext('2d');

/** The element with which ol measures text heights: sets a font, reads `offsetHeight`. Rounds each part as Chromium does. */
class MeasuredDiv {
  innerHTML = '';
  readonly style: Record<string, string> = {};

  get offsetHeight(): number {
    measuring.font = this.style.font ?? '10px sans-serif';
    const { fontBoundingBoxAscent, fontBoundingBoxDescent } = measuring.measureText('M');
    const sizePx = Number.parseFloat(/[\d.]+(?=px)/.exec(measuring.font)?.[0] ?? '10');
    const parts = [fontBoundingBoxAscent, fontBoundingBoxDescent, LINE_GAP * sizePx];
    return parts.reduce((sum, part) => sum + Math.round(part), 0);
  }
}

const document = {
  createElement: (name: string): Canvas | MeasuredDiv =>
    name === 'canvas' ? createCanvas(1, 1) : new MeasuredDiv(),
  body: { appendChild() {}, removeChild() {} },
  fonts: {
    ready: Promise.resolve(),
    forEach(visit: (face: object) => void) {
      for (const { family } of GlobalFonts.families)
        visit({ family, weight: 'normal', style: 'normal', load: () => Promise.resolve() });
    },
  },
};

Object.assign(globalThis, {
  document,
  Image,
  ImageData,
  HTMLCanvasElement: createCanvas(1, 1).constructor,
  HTMLImageElement: Image,
  CanvasPattern: class {},
  CanvasGradient: class {},
  createImageBitmap: (image: unknown) => Promise.resolve(image),
});
