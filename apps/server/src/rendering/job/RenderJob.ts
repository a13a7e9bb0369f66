import type { ImageJob } from './ImageJob.ts';
import type { LegendJob } from './LegendJob.ts';
import type { MosaicJob } from './MosaicJob.ts';

/** A job for a worker of the image pool; plain data, so that it can be posted to a thread. */
export type RenderJob = ImageJob | LegendJob | MosaicJob;
