export interface PositionedTile {
  readonly x: number;
  readonly y: number;
  /** Upper left corner, in pixels from the centre of the screen. */
  readonly leftPx: number;
  readonly topPx: number;
}

const tilePx = 256;

/** Position in tiles of the XYZ scheme (Web Mercator). */
function tilePosition([lon, lat]: readonly [number, number], zoom: number) {
  const size = 2 ** zoom;
  const latRad = (lat * Math.PI) / 180;
  return {
    x: ((lon + 180) / 360) * size,
    y: ((1 - Math.asinh(Math.tan(latRad)) / Math.PI) / 2) * size,
  };
}

/** The XYZ tiles that cover a screen of the given size around the given position. */
export function tilesAround(
  centerLonLat: readonly [number, number],
  zoom: number,
  screenPx: { readonly width: number; readonly height: number },
): readonly PositionedTile[] {
  const size = 2 ** zoom;
  const middle = tilePosition(centerLonLat, zoom);
  const halfWidth = screenPx.width / 2 / tilePx;
  const halfHeight = screenPx.height / 2 / tilePx;
  const tiles: PositionedTile[] = [];
  for (let y = Math.floor(middle.y - halfHeight); y <= middle.y + halfHeight; y++) {
    if (y < 0 || y >= size) continue;
    for (let x = Math.floor(middle.x - halfWidth); x <= middle.x + halfWidth; x++) {
      tiles.push({
        x: ((x % size) + size) % size,
        y,
        leftPx: Math.round((x - middle.x) * tilePx),
        topPx: Math.round((y - middle.y) * tilePx),
      });
    }
  }
  return tiles;
}
