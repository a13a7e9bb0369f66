import { type Canvas, createCanvas, GlobalFonts, Image, ImageData } from '@napi-rs/canvas';

/**
 * The few globals of a browser that ol's canvas renderer looks for, on `@napi-rs/canvas`. Import it before `ol`, in a
 * worker only: it changes `globalThis`.
 */

/** Room between lines, a share of the font's size: that of Arial and the fonts made to its measures. */
const LINE_GAP = 67 / 2_048;

const measuring = createCanvas(1, 1).getContext('2d');

/** What ol measures text heights with: sets a font, asks `offsetHeight`. Rounded as Chromium does, part by part. */
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
