import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ExportProblemError, type VectorReply, type VectorRequest } from './VectorRequest.ts';

/** Memory of the thread beyond one chunk of rows and one object; a larger object fails its file and nothing else. */
const MAX_HEAP_MB = 256;

interface WriteOptions {
  /** Number of rows in `rowsPath`. */
  readonly rows: number;
  /** Ends the thread at once. */
  readonly signal: AbortSignal;
  /** Called with the share of the rows that are written. */
  readonly onProgress: (share: number) => void;
}

/**
 * Writes a file in a thread of its own, because SQLite and the reading of rows block.
 * @throws ExportProblemError when the format cannot hold the rows.
 */
export async function writeVectorFile(
  request: VectorRequest,
  { rows, signal, onProgress }: WriteOptions,
): Promise<void> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { request, rows },
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  let problem: ExportProblemError | undefined;
  worker.on('message', (reply: VectorReply) => {
    if ('problem' in reply) problem = new ExportProblemError(reply.problem);
    else onProgress(reply.progress);
  });
  try {
    await once(worker, 'exit', { signal });
  } finally {
    await worker.terminate();
  }
  if (problem) throw problem;
}
