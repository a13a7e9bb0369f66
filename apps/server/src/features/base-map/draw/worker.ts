import { readFileSync } from 'node:fs';
import { encodeOpaquePng, encodeTransparentPng } from '../../../rendering/encode/encodeImage.ts';
import { readCanvas } from '../../../rendering/encode/RenderedImage.ts';
import { serveJobs } from '../../../rendering/pool/serveJobs.ts';
import { type ArchiveFileTile, type ArchiveImage, OpenArchives } from '../archive/OpenArchives.ts';
import { decodeMapAsset, MAP_ASSET_FILE } from '../decodeMapAsset.ts';
import { type BaseMapTile, createTileDrawer } from './createTileDrawer.ts';
import { openEmbeddedMap } from './EmbeddedMap.ts';

/** Entry of the worker thread that draws tiles of the base maps. */
const embedded = openEmbeddedMap(decodeMapAsset(readFileSync(MAP_ASSET_FILE)));
const draw = createTileDrawer(embedded);
const archives = new OpenArchives(embedded);
serveJobs<BaseMapTile | ArchiveFileTile | ArchiveImage>(async (tile) => {
  if ('image' in tile) return await archives.readImage(tile);
  const image = readCanvas('archive' in tile ? await archives.draw(tile) : draw(tile));
  return await (tile.part === 'names' ? encodeTransparentPng(image) : encodeOpaquePng(image));
});
