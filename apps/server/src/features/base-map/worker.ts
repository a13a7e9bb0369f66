/** Draws tiles for `TileWorker`, away from the thread that answers requests. */
import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { createTileDrawer } from './createTileDrawer.ts';
import { decodeMapAsset, MAP_ASSET_FILE } from './decodeMapAsset.ts';
import { encodeTile } from './encodeTile.ts';
import type { BaseMapTile } from './TileView.ts';

export type TileAnswer = { readonly png: Uint8Array } | { readonly error: string };

sharp.concurrency(1);
sharp.cache(false);

const draw = createTileDrawer(decodeMapAsset(readFileSync(MAP_ASSET_FILE)));

parentPort?.on('message', async (tile: BaseMapTile) => {
  parentPort?.postMessage(await answer(tile));
});

async function answer(tile: BaseMapTile): Promise<TileAnswer> {
  try {
    return { png: await encodeTile(draw(tile)) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
