import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { CELL_PX, layOutGallery } from '@pgis/cartography/gallery';
import { createImagePool, type ImageJob } from '@pgis/server';
import sharp from 'sharp';
import { toImageJob } from './toImageJob.ts';

const cellWindow = { left: 0, top: 0, ...CELL_PX };

type Draw = (job: ImageJob) => Promise<Uint8Array>;

/** Renders the whole style gallery as images of the server, each cell as a layer of its own; a PNG on white. */
export async function drawServerGallery(pixelRatio = 1): Promise<Buffer> {
  const pool = createImagePool(1);
  try {
    return await drawCells((job) => pool.render(job), pixelRatio);
  } finally {
    await pool.close();
  }
}

/** Renders the same cells by ol alone on the server's canvas, for comparison with the server's own drawing code. */
export async function drawOracleGallery(pixelRatio = 1): Promise<Buffer> {
  const worker = new Worker(new URL('./oracleWorker.ts', import.meta.url));
  try {
    return await drawCells(async (job) => {
      worker.postMessage(job);
      const [png] = (await once(worker, 'message')) as [Uint8Array];
      return png;
    }, pixelRatio);
  } finally {
    await worker.terminate();
  }
}

async function drawCells(draw: Draw, pixelRatio: number): Promise<Buffer> {
  const { width, height, cells } = layOutGallery();
  const drawn: { input: Buffer; left: number; top: number }[] = [];
  for (const cell of cells) {
    const input = Buffer.from(
      await draw(toImageJob(cell, cellWindow, { pixelRatio, origin: [cell.x, -cell.y] })),
    );
    drawn.push({ input, left: cell.x * pixelRatio, top: cell.y * pixelRatio });
  }
  const size = { width: width * pixelRatio, height: height * pixelRatio };
  const ground = { ...size, channels: 4, background: '#fff' } as const;
  return await sharp({ create: ground }).composite(drawn).png().toBuffer();
}
