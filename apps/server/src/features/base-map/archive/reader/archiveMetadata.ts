import { ArchiveError } from './ArchiveError.ts';
import type { ArchiveInfo } from './TileArchive.ts';

/** West, south, east and north limits of Web Mercator in degrees. */
export const WORLD_BOUNDS = [-180, -85.051129, 180, 85.051129] as const;

/** Returns bounds inside the world, or the world for bounds that make no rectangle. */
export function toBounds(values: readonly number[]): ArchiveInfo['bounds'] {
  const [west, south, east, north] = values.map((value, i) => {
    const limit = WORLD_BOUNDS[i % 2] as number;
    return Math.min(Math.max(value, limit), -limit);
  });
  const isRectangle =
    west !== undefined &&
    south !== undefined &&
    east !== undefined &&
    north !== undefined &&
    west < east &&
    south < north;
  return isRectangle ? [west, south, east, north] : WORLD_BOUNDS;
}

/** Returns the names of the layers in a TileJSON list `vector_layers`. */
export function listLayerNames(vectorLayers: unknown): string[] {
  const names = Array.isArray(vectorLayers)
    ? vectorLayers.flatMap((layer: unknown) =>
        layer !== null && typeof layer === 'object' && 'id' in layer && typeof layer.id === 'string'
          ? [layer.id]
          : [],
      )
    : [];
  if (names.length === 0)
    throw new ArchiveError('The archive does not list its layers (vector_layers)', {
      problem: 'UNKNOWN_SCHEMA',
    });
  return names;
}

export function parseJson(text: string, label: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new ArchiveError(`${label} is no JSON`, { cause: error });
  }
}

const entities: Readonly<Record<string, string>> = {
  '&copy;': '©',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': ' ',
};

/** Attributions come as HTML with links; the map shows plain text. */
export const toPlainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&[a-z]+;/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
