import { parentPort } from 'node:worker_threads';
import { listIconFontPaths } from '@pgis/cartography/node';
import { drawByOl } from '@pgis/server/map-images/drawByOl.ts';
import type { ImageJob } from '@pgis/server/map-images/ImageJob.ts';
import { registerFonts } from '@pgis/server/map-images/registerFonts.ts';

registerFonts(listIconFontPaths());

parentPort?.on('message', (job: ImageJob) => {
  parentPort?.postMessage(new Uint8Array(drawByOl(job).toBuffer('image/png')));
});
