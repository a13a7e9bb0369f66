/** Query of a WMS image: 100 x 100 pixels of PNG without a background, changed by `more`. */
export const mapQuery = (
  layers: string,
  extent3857: readonly number[],
  more: Readonly<Record<string, string>> = {},
) => ({
  SERVICE: 'WMS',
  VERSION: '1.3.0',
  REQUEST: 'GetMap',
  CRS: 'EPSG:3857',
  BBOX: extent3857.join(),
  WIDTH: '100',
  HEIGHT: '100',
  FORMAT: 'image/png',
  TRANSPARENT: 'TRUE',
  LAYERS: layers,
  STYLES: '',
  ...more,
});
