/** What a canvas of the browser and one of `@napi-rs/canvas` have in common. */
export type SomeCanvas = {
  readonly width: number;
  readonly height: number;
  getContext(type: '2d'): unknown;
};
export type CreateCanvas = (width: number, height: number) => SomeCanvas;

export const createBrowserCanvas: CreateCanvas = (width, height) => {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas;
};
