import type { MapLayer } from '@pgis/contract';
import BingMaps from 'ol/source/BingMaps.js';
import type TileSource from 'ol/source/Tile.js';
import TileWMS from 'ol/source/TileWMS.js';
import XYZ from 'ol/source/XYZ.js';
import { type ColorScheme, readSourceOptions } from './readSourceOptions.ts';

interface TileSurroundings {
  readonly scheme: ColorScheme;
  /** Device pixels a CSS pixel. */
  readonly pixelRatio: number;
  /** Asks the server to let the page read its pictures, as printing has to; a server that does not gives none then. */
  readonly isReadable?: boolean;
}

/** The ol source of a base or overlay layer; null when its `sourceJson` cannot be used. */
export function createTileSource(
  layer: Pick<MapLayer, 'id' | 'sourceType' | 'sourceJson'>,
  { scheme, pixelRatio, isReadable = true }: TileSurroundings,
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
