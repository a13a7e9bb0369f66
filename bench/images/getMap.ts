/** Returns the query of a GetMap for a box of EPSG:3857; both sides understand it. */
export const getMap = (
  layers: string,
  box: readonly number[],
  [widthPx, heightPx]: readonly [number, number],
): string =>
  `SERVICE=WMS&VERSION=1.3.0&REQUEST=GetMap&CRS=EPSG:3857&STYLES=&FORMAT=image/png&TRANSPARENT=TRUE&LAYERS=${layers}&BBOX=${box.join()}&WIDTH=${widthPx}&HEIGHT=${heightPx}`;
