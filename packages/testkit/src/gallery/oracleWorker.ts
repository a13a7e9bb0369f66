import { parentPort } from 'node:worker_threads';
import { type ImageJob, registerImageFonts, renderWithOl } from '@pgis/server';

registerImageFonts();

parentPort?.on('message', (job: ImageJob) => {
  parentPort?.postMessage(new Uint8Array(renderWithOl(job).toBuffer('image/png')));
});
