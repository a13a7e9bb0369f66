import { readFileSync } from 'node:fs';
import { encodeOpaquePng } from '../../../rendering/encode/encodeImage.ts';
import { readCanvas } from '../../../rendering/encode/RenderedImage.ts';
import { serveJobs } from '../../../rendering/pool/serveJobs.ts';
import { decodeMapAsset, MAP_ASSET_FILE } from '../decodeMapAsset.ts';
import { createTileDrawer } from './createTileDrawer.ts';
import type { BaseMapTile } from './TileView.ts';

/** Entry of the worker thread that draws tiles of the base map. */
const draw = createTileDrawer(decodeMapAsset(readFileSync(MAP_ASSET_FILE)));
serveJobs<BaseMapTile>(async (tile) => await encodeOpaquePng(readCanvas(draw(tile))));
