import { type Canvas, createCanvas, GlobalFonts, Image, ImageData } from '@napi-rs/canvas';

/**
 * The few globals of a browser that ol's canvas renderer looks for, on `@napi-rs/canvas`. Import it before `ol`, in a
 * worker only: it changes `globalThis`.
 */

const measuring = createCanvas(1, 1).getContext('2d');

/** What ol measures text heights with: sets a font, asks `offsetHeight`. */
class MeasuredDiv {
  innerHTML = '';
  readonly style: Record<string, string> = {};

  get offsetHeight(): number {
    measuring.font = this.style.font ?? '10px sans-serif';
    const { fontBoundingBoxAscent, fontBoundingBoxDescent } = measuring.measureText('M');
    return Math.ceil(fontBoundingBoxAscent + fontBoundingBoxDescent);
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
