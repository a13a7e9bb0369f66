import { type MapLayer, toXyzTemplate } from '@pgis/contract';
import type TileSource from 'ol/source/Tile.js';
import XYZ from 'ol/source/XYZ.js';
import { loadCode } from '../../../api/index.ts';
import { type ColorScheme, readSourceOptions, type SourceOptions } from './readSourceOptions.ts';

interface TileOptions {
  readonly scheme: ColorScheme;
  /** Device pixels per CSS pixel. */
  readonly pixelRatio: number;
  /** True for paper, on which the sharp tiles of our own maps have four image pixels to one. */
  readonly isForPaper?: boolean;
  /** Requests tiles with CORS, so that the page may read them for printing; servers without CORS then deliver none. */
  readonly isReadable?: boolean;
}

type OwnOptions = Pick<TileOptions, 'scheme' | 'pixelRatio' | 'isForPaper'>;
type XyzOptions = OwnOptions & { readonly crossOrigin: string | null };

function createXyz(
  url: string | undefined,
  { minZoom, maxZoom, tileSize }: SourceOptions,
  { scheme, pixelRatio, isForPaper, crossOrigin }: XyzOptions,
): XYZ | null {
  if (url === undefined) return null;
  const isOwn = url.includes('{scheme}');
  const sharpRatio = isForPaper ? 4 : 2;
  const tileRatio = isOwn && pixelRatio > 1 ? sharpRatio : 1;
  return new XYZ({
    ...(minZoom === undefined ? {} : { minZoom }),
    ...(maxZoom === undefined ? {} : { maxZoom }),
    ...(tileSize === undefined ? {} : { tileSize }),
    url: toXyzTemplate(url)
      .replace('{scheme}', scheme)
      .replace('{y}.png', tileRatio > 1 ? `{y}@${tileRatio}x.png` : '{y}.png'),
    tilePixelRatio: tileRatio,
    crossOrigin,
    transition: 150,
  });
}

/** Creates the ol source of the names of a base layer that this server draws; null for any other layer. */
export function createNamesSource(
  { sourceJson }: Pick<MapLayer, 'sourceJson'>,
  own: OwnOptions,
): TileSource | null {
  const options = readSourceOptions(sourceJson);
  return createXyz(options?.namesUrl, options ?? {}, { ...own, crossOrigin: 'anonymous' });
}

/** Code of sources that few maps have; it loads with the first layer of such a source. */
let otherSources: typeof import('./otherSources.ts') | undefined;

/** Loads what `createTileSource` needs for the layer; undefined if nothing is left to load. */
export function loadSourceCode({ sourceType }: Pick<MapLayer, 'sourceType'>): Promise<void> | undefined {
  if (sourceType === 'XYZ' || otherSources !== undefined) return undefined;
  return loadCode(() => import('./otherSources.ts')).then((loaded) => {
    otherSources = loaded;
  });
}

/**
 * Creates the ol source of a base layer or overlay; null if its `sourceJson` cannot be used, or if `loadSourceCode` has
 * not loaded its code.
 */
export function createTileSource(
  layer: Pick<MapLayer, 'id' | 'sourceType' | 'sourceJson'>,
  { isReadable = true, ...own }: TileOptions,
): TileSource | null {
  const options = readSourceOptions(layer.sourceJson);
  if (options === null) return null;
  const crossOrigin = isReadable ? 'anonymous' : null;
  switch (layer.sourceType) {
    case 'XYZ':
      return createXyz(options.url, options, { ...own, crossOrigin });
    case 'TileWMS': {
      const { url, params } = options;
      if (url === undefined || otherSources === undefined) return null;
      return new otherSources.TileWMS({ url, params: params ?? {}, crossOrigin });
    }
    case 'BingMaps': {
      const { key, imagerySet, culture } = options;
      if (key === undefined || imagerySet === undefined || otherSources === undefined) return null;
      return new otherSources.BingMaps({ key, imagerySet, ...(culture === undefined ? {} : { culture }) });
    }
  }
}
