import type OlMap from 'ol/Map.js';

type Matrix = readonly [number, number, number, number, number, number];

/** Transform of a canvas of the map, in CSS pixels. */
function matrixOf(canvas: HTMLCanvasElement): Matrix {
  const numbers = /^matrix\(([^)]*)\)$/.exec(canvas.style.transform)?.[1]?.split(',').map(Number);
  if (numbers?.length === 6) return numbers as unknown as Matrix;
  const [width, height] = [Number.parseFloat(canvas.style.width), Number.parseFloat(canvas.style.height)];
  return [width / canvas.width, 0, 0, height / canvas.height, 0, 0];
}

/** Composes the canvases of a rendered map into one image on white. */
export function composeLayers(
  map: OlMap,
  {
    widthPx,
    heightPx,
    pixelRatio,
  }: { readonly widthPx: number; readonly heightPx: number; readonly pixelRatio: number },
): HTMLCanvasElement {
  const image = document.createElement('canvas');
  image.width = Math.round(widthPx * pixelRatio);
  image.height = Math.round(heightPx * pixelRatio);
  const context = image.getContext('2d');
  if (context === null) throw new Error('there is no canvas to draw on');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, image.width, image.height);
  const layers = map.getViewport()?.querySelectorAll<HTMLCanvasElement>('.ol-layer canvas, canvas.ol-layer');
  for (const canvas of layers ?? []) {
    if (canvas.width === 0 || canvas.height === 0) continue;
    const opacity = canvas.parentElement?.style.opacity || canvas.style.opacity;
    context.globalAlpha = opacity ? Number(opacity) : 1;
    const [a, b, c, d, e, f] = matrixOf(canvas);
    const scaled = [a, b, c, d, e, f].map((one) => one * pixelRatio) as unknown as Matrix;
    context.setTransform(...scaled);
    context.drawImage(canvas, 0, 0);
  }
  return image;
}
