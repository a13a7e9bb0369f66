import { encodeImage } from '../encode/encodeImage.ts';
import type { RenderedImage } from '../encode/RenderedImage.ts';
import type { RenderJob } from '../job/RenderJob.ts';
import { serveJobs } from '../pool/serveJobs.ts';
import { registerImageFonts } from './registerFonts.ts';
import { renderImage } from './renderImage.ts';
import { renderLegend } from './renderLegend.ts';
import { renderMosaic } from './renderMosaic.ts';

/** Entry of the worker threads that render images of layers. */
registerImageFonts();
serveJobs<RenderJob>(async (job, stop) => await encodeImage(await renderJob(job, stop), job.format));

async function renderJob(job: RenderJob, stop: Int32Array): Promise<RenderedImage> {
  if ('tiles' in job) return await renderMosaic(job);
  return 'legend' in job ? renderLegend(job) : renderImage(job, stop);
}
