import { parentPort } from 'node:worker_threads';
import { listIconFontPaths } from '@pgis/cartography/node';
import sharp from 'sharp';
import type { Drawing } from './Drawing.ts';
import { drawImage } from './drawImage.ts';
import { drawLegend } from './drawLegend.ts';
import { drawPieces } from './drawPieces.ts';
import type { DrawingJob, ImageAnswer } from './ImageJob.ts';
import { registerFonts } from './registerFonts.ts';

/** Of PNG: level 3 is a third of the time of level 9 for a few per cent more bytes. */
const files = {
  png: { compressionLevel: 3 },
  webp: { quality: 85, alphaQuality: 100, effort: 2 },
  jpeg: { quality: 90, chromaSubsampling: '4:4:4' },
} as const;

registerFonts(listIconFontPaths());
sharp.concurrency(1);
sharp.cache(false);

parentPort?.on('message', async (job: DrawingJob) => {
  const answer = await draw(job);
  parentPort?.postMessage(answer, 'image' in answer ? [answer.image.buffer] : []);
});

const toRaw = ({ width, height, pixels }: Drawing) => sharp(pixels, { raw: { width, height, channels: 4 } });

async function draw(job: DrawingJob): Promise<ImageAnswer> {
  try {
    const raw =
      'pieces' in job ? await drawPieces(job) : toRaw('legend' in job ? drawLegend(job) : drawImage(job));
    return { image: new Uint8Array(await raw.toFormat(job.format, files[job.format]).toBuffer()) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
