/** Side of a tile of the XYZ scheme in CSS pixels; the whole world is one tile at zoom 0. */
export const TILE_PX = 256;

/** A rectangle in pixels of a zoom level, counted from the upper left corner of the world; y downwards. */
export interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The pixels of a square tile of `sidePx`; `x` and `y` are its column and row from the north-west. */
export const tileBox = ({ x, y }: { readonly x: number; readonly y: number }, sidePx: number): PixelBox => ({
  left: x * sidePx,
  top: y * sidePx,
  width: sidePx,
  height: sidePx,
});
