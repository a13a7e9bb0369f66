/** Common part of a browser's canvas and one of `@napi-rs/canvas`. */
export type CanvasLike = {
  readonly width: number;
  readonly height: number;
  getContext(type: '2d'): unknown;
};
export type CreateCanvas = (width: number, height: number) => CanvasLike;

export const createBrowserCanvas: CreateCanvas = (width, height) => {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas;
};
