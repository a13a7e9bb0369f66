import type { MapLayer } from '@pgis/contract';

/** A source that is ready to be filled in. */
export interface SourcePreset extends Pick<MapLayer, 'sourceType'> {
  /** Proper name of a service or of a protocol, the same in every language. */
  readonly name: string;
  /** True for a protocol, whose name is none for a layer. */
  readonly isProtocol?: boolean;
  readonly overlay?: boolean;
  readonly options: object;
}

/** Tiles of a WMTS in the matrix set of Web Mercator have the same numbers as those of XYZ. */
const wmtsUrl =
  'https://example.org/wmts?SERVICE=WMTS&VERSION=1.0.0&REQUEST=GetTile&LAYER=layer&STYLE=default&FORMAT=image/png' +
  '&TILEMATRIXSET=GoogleMapsCompatible&TILEMATRIX={TileMatrix}&TILEROW={TileRow}&TILECOL={TileCol}';

/** Addresses as https://developers.kartes.lv/en/wms describes them; the key comes from the service. */
const kartesLv = (layer: string, attributions: string, params: object = {}) => ({
  url: `https://wms.kartes.lv/YOUR-KEY/wgs/${layer}/`,
  params: { LAYERS: layer, ...params },
  attributions,
});

export const openStreetMap: SourcePreset = {
  name: 'OpenStreetMap',
  sourceType: 'XYZ',
  options: {
    url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    maxZoom: 19,
    attributions: '© OpenStreetMap contributors',
  },
};

export const sourcePresets: readonly SourcePreset[] = [
  openStreetMap,
  {
    name: 'Jāņa sēta',
    sourceType: 'TileWMS',
    options: kartesLv('15', '© Jāņa sēta'),
  },
  {
    name: 'Ortofoto (LĢIA)',
    sourceType: 'TileWMS',
    options: kartesLv('orto', '© Latvijas Ģeotelpiskās informācijas aģentūra', { FORMAT: 'image/jpeg' }),
  },
  {
    name: 'Topogrāfiskā karte 1:50 000 (LĢIA)',
    sourceType: 'TileWMS',
    options: kartesLv('topo', '© Latvijas Ģeotelpiskās informācijas aģentūra'),
  },
  {
    name: 'Kadastrs (VZD)',
    sourceType: 'TileWMS',
    overlay: true,
    options: kartesLv('cadastral', '© Jāņa sēta, Valsts zemes dienests', { TRANSPARENT: true }),
  },
  {
    name: 'WMS',
    isProtocol: true,
    sourceType: 'TileWMS',
    options: { url: 'https://example.org/wms', params: { LAYERS: 'layer' }, attributions: '© …' },
  },
  {
    name: 'WMTS',
    isProtocol: true,
    sourceType: 'XYZ',
    options: { url: wmtsUrl, maxZoom: 19, attributions: '© …' },
  },
  { name: 'Bing Maps', sourceType: 'BingMaps', options: { key: 'YOUR-KEY', imagerySet: 'Aerial' } },
];

export const sourceJsonOf = ({ options }: SourcePreset): string => JSON.stringify(options, null, 2);
