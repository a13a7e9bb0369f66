import { ArchiveError } from '../reader/ArchiveError.ts';
import { openMapTiles } from './openMapTiles.ts';
import { protomaps } from './protomaps.ts';
import type { Schema } from './Schema.ts';
import { shortbread } from './shortbread.ts';

const schemas = [openMapTiles, shortbread, protomaps] as const;

/** Tells the schema of an archive by the names of its layers. */
export function recognizeSchema(layerNames: readonly string[]): Schema {
  const schema = schemas.find(({ markers }) => markers.every((marker) => layerNames.includes(marker)));
  if (schema) return schema;
  const names = schemas.map(({ name }) => name).join(', ');
  throw new ArchiveError(
    `The layers of the archive (${layerNames.slice(0, 10).join(', ')}) fit none of the schemas ${names}`,
    { problem: 'UNKNOWN_SCHEMA' },
  );
}
