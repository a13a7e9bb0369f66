import { parentPort, workerData } from 'node:worker_threads';
import { ExportProblemError, type VectorReply, type VectorRequest } from './VectorRequest.ts';
import { writeInThread } from './writeInThread.ts';

/** Entry of the thread that writes one file. */
const { request, rows } = workerData as { readonly request: VectorRequest; readonly rows: number };
const reply = (message: VectorReply) => parentPort?.postMessage(message);

try {
  await writeInThread(request, { rows, onProgress: (progress) => reply({ progress }) });
} catch (error) {
  if (!(error instanceof ExportProblemError)) throw error;
  reply({ problem: error.problem });
}
