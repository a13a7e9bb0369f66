/** Metres a pixel of EPSG:3857 at zoom 0: 2 · 20037508.34 m on 256 px, as the specification writes it. */
export const ZERO_ZOOM_RESOLUTION = 156543.03390625;

/** The whole zoom level nearest to a resolution in metres a pixel. */
export const zoomFromResolution = (resolution: number): number =>
  Math.round(Math.log2(ZERO_ZOOM_RESOLUTION / resolution)) + 0; // + 0: never -0

/** Metres a pixel at a zoom level, which may lie between two whole ones. */
export const resolutionFromZoom = (zoom: number): number => ZERO_ZOOM_RESOLUTION / 2 ** zoom;
