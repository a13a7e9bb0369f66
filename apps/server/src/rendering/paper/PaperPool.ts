import { limits } from '@pgis/contract';
import { AppError } from '../../errors/AppError.ts';
import { RenderError, RenderPool } from '../pool/RenderPool.ts';
import type { PaperJob } from './PaperJob.ts';
import { PaperTooLongError } from './PaperTooLongError.ts';

const { pdfRows, pdfMs } = limits.reportSchedules;
/** Nobody waits for a report by mail as they do for a map. */
const NICE = 10;

/**
 * The worker that sets reports as PDFs, one after the other. It is not shared with the images of layers: fonts and jsPDF need
 * not lie in the memory of those workers.
 */
export class PaperPool {
  readonly #pool = new RenderPool<PaperJob>({
    worker: new URL('./worker.ts', import.meta.url),
    size: 1,
    times: { drawMs: pdfMs, queueMs: 10 * pdfMs },
    nice: NICE,
    label: 'Setting a PDF',
  });

  /** Returns the PDF; undefined for a report with too many rows or pages, or one that takes too long. */
  async toPdf(job: PaperJob): Promise<Buffer | undefined> {
    const { tables } = job.paper;
    if (tables.reduce((sum, { rows }) => sum + rows.length, 0) > pdfRows) return undefined;
    try {
      return Buffer.from((await this.#pool.render(job)).buffer);
    } catch (error) {
      if (error instanceof RenderError && error.workerError === PaperTooLongError.name) return undefined;
      if (error instanceof AppError && error.code === 'IMAGE_TOO_LARGE') return undefined;
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
