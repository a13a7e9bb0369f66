import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import sharp from 'sharp';

/** A job on its way to a worker; the pool sets the first number of `stop` once nobody waits for it any more. */
export interface WorkerRequest<Job> {
  readonly job: Job;
  readonly stop: Int32Array;
}

/** A worker `isReady` once its modules have loaded. `name` is that of the error's class. */
export type WorkerReply =
  | { readonly isReady: true }
  | { readonly file: Uint8Array<ArrayBuffer> }
  | { readonly error: string; readonly name: string };

/** The worker's side of a `RenderPool`: renders one job after the other and replies with the bytes of its file. */
export function serveJobs<Job>(
  render: (job: Job, stop: Int32Array) => Promise<Uint8Array<ArrayBuffer>>,
): void {
  lowerPriority((workerData as { readonly nice: number } | null)?.nice ?? 0);
  // A worker is one thread of the pool: threads of sharp's own would take the processors of the other workers.
  sharp.concurrency(1);
  sharp.cache(false);
  parentPort?.on('message', async ({ job, stop }: WorkerRequest<Job>) => {
    const reply = await render(job, stop).then(
      (file): WorkerReply => ({ file }),
      (error: unknown): WorkerReply => ({
        error: textOf(error),
        name: error instanceof Error ? error.name : '',
      }),
    );
    parentPort?.postMessage(reply, 'file' in reply ? [reply.file.buffer] : []);
  });
  parentPort?.postMessage({ isReady: true } satisfies WorkerReply);
}

const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

const MAX_NICE = 19;

/** Raises the nice value of this thread. Linux has priorities of threads; elsewhere nothing happens. */
function lowerPriority(nice: number): void {
  if (nice === 0 || process.platform !== 'linux') return;
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (thread > 0 && thread !== process.pid) setPriority(thread, Math.min(MAX_NICE, getPriority() + nice));
  } catch {
    // Without /proc the thread keeps its normal priority.
  }
}
