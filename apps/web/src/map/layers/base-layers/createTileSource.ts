import type { MapLayer } from '@pgis/contract';
import BingMaps from 'ol/source/BingMaps.js';
import type TileSource from 'ol/source/Tile.js';
import TileWMS from 'ol/source/TileWMS.js';
import XYZ from 'ol/source/XYZ.js';
import { type ColorScheme, readSourceOptions } from './readSourceOptions.ts';

interface TileOptions {
  readonly scheme: ColorScheme;
  /** Device pixels per CSS pixel. */
  readonly pixelRatio: number;
  /** Requests tiles with CORS, so that the page may read them for printing; servers without CORS then deliver none. */
  readonly isReadable?: boolean;
}

/** Creates the ol source of a base layer or overlay; null if its `sourceJson` cannot be used. */
export function createTileSource(
  layer: Pick<MapLayer, 'id' | 'sourceType' | 'sourceJson'>,
  { scheme, pixelRatio, isReadable = true }: TileOptions,
): TileSource | null {
  const options = readSourceOptions(layer.sourceJson);
  if (options === null) return null;
  const crossOrigin = isReadable ? 'anonymous' : null;
  switch (layer.sourceType) {
    case 'XYZ': {
      const { url, minZoom, maxZoom } = options;
      if (url === undefined) return null;
      const isOwn = url.includes('{scheme}');
      const isSharp = isOwn && pixelRatio > 1;
      return new XYZ({
        ...(minZoom === undefined ? {} : { minZoom }),
        ...(maxZoom === undefined ? {} : { maxZoom }),
        url: url.replace('{scheme}', scheme).replace('{y}.png', isSharp ? '{y}@2x.png' : '{y}.png'),
        tilePixelRatio: isSharp ? 2 : 1,
        crossOrigin,
        transition: 150,
      });
    }
    case 'TileWMS': {
      const { url, params } = options;
      return url === undefined ? null : new TileWMS({ url, params: params ?? {}, crossOrigin });
    }
    case 'BingMaps': {
      const { key, imagerySet, culture } = options;
      if (key === undefined || imagerySet === undefined) return null;
      return new BingMaps({ key, imagerySet, ...(culture === undefined ? {} : { culture }) });
    }
  }
}
