import { encodeImage } from '../encode/encodeImage.ts';
import type { RenderJob } from '../job/RenderJob.ts';
import { serveJobs } from '../pool/serveJobs.ts';
import { registerImageFonts } from './registerFonts.ts';
import { renderImage } from './renderImage.ts';
import { renderLegend } from './renderLegend.ts';
import { composePacked, renderMosaic } from './renderMosaic.ts';

/** Entry of the worker threads that render images of layers. */
registerImageFonts();
serveJobs<RenderJob>(renderJob);

async function renderJob(job: RenderJob, stop: Int32Array): Promise<Uint8Array<ArrayBuffer>> {
  if ('tiles' in job)
    return job.format === 'pixels'
      ? composePacked(job, stop)
      : await encodeImage(await renderMosaic(job, stop), job.format);
  const image = 'legend' in job ? renderLegend(job) : renderImage(job, stop);
  return await encodeImage(image, job.format);
}
