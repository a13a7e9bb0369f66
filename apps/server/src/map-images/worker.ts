import { parentPort } from 'node:worker_threads';
import { listIconFontPaths } from '@pgis/cartography/node';
import sharp from 'sharp';
import { drawImage } from './drawImage.ts';
import type { ImageAnswer, ImageJob } from './ImageJob.ts';
import { registerFonts } from './registerFonts.ts';

/** Level 3 is a third of the time of level 9 for a few per cent more bytes. */
const pngLevel = 3;

registerFonts(listIconFontPaths());
sharp.concurrency(1);
sharp.cache(false);

parentPort?.on('message', async (job: ImageJob) => {
  const answer = await draw(job);
  parentPort?.postMessage(answer, 'png' in answer ? [answer.png.buffer] : []);
});

async function draw(job: ImageJob): Promise<ImageAnswer> {
  try {
    const canvas = drawImage(job);
    const { data } = canvas.getContext('2d').getImageData(0, 0, job.width, job.height);
    const png = await sharp(data, { raw: { width: job.width, height: job.height, channels: 4 } })
      .png({ compressionLevel: pngLevel })
      .toBuffer();
    return { png: new Uint8Array(png) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
