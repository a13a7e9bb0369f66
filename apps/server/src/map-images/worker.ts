import { parentPort, workerData } from 'node:worker_threads';
import { listIconFontPaths } from '@pgis/cartography/node';
import sharp from 'sharp';
import type { Drawing } from './Drawing.ts';
import { drawImage } from './drawImage.ts';
import { drawLegend } from './drawLegend.ts';
import { drawPieces } from './drawPieces.ts';
import type { DrawingFormat } from './ImageFormat.ts';
import type { DrawingOrder, ImageAnswer } from './ImageJob.ts';
import { lowerPriority } from './lowerPriority.ts';
import { packStrip } from './pngStrips.ts';
import { packPixels } from './rawPicture.ts';
import { registerFonts } from './registerFonts.ts';

/** Of PNG: level 3 is a third of the time of level 9 for a few per cent more bytes. */
const files = {
  png: { compressionLevel: 3 },
  webp: { quality: 85, alphaQuality: 100, effort: 2 },
  jpeg: { quality: 90, chromaSubsampling: '4:4:4' },
} as const;

lowerPriority((workerData as { readonly nice: number } | null)?.nice ?? 0);
registerFonts(listIconFontPaths());
sharp.concurrency(1);
sharp.cache(false);

parentPort?.on('message', async (order: DrawingOrder) => {
  const answer = await draw(order);
  parentPort?.postMessage(answer, 'image' in answer ? [answer.image.buffer] : []);
});

async function draw(order: DrawingOrder): Promise<ImageAnswer> {
  try {
    return { image: await toFile(await drawJob(order), order.job.format) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function drawJob({ job, stop }: DrawingOrder): Promise<Drawing> {
  if ('pieces' in job) return await drawPieces(job);
  return 'legend' in job ? drawLegend(job) : drawImage(job, stop);
}

async function toFile(drawing: Drawing, format: DrawingFormat): Promise<Uint8Array<ArrayBuffer>> {
  if (format === 'pixels') return packPixels(drawing);
  if (format === 'strip') return packStrip(drawing);
  const { width, height, pixels } = drawing;
  const raw = sharp(pixels, { raw: { width, height, channels: 4 } });
  return new Uint8Array(await raw.toFormat(format, files[format]).toBuffer());
}
