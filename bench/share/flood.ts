/** Worker thread: keeps as many requests under way as given, until it gets a message; then posts its answers by status. */
import { parentPort, workerData } from 'node:worker_threads';

export interface Flood {
  readonly url: string;
  readonly init: {
    readonly method?: string;
    readonly headers: Record<string, string>;
    readonly body?: string;
  };
  readonly atOnce: number;
}

/** A client that is refused asks again after a tenth of a second at the median, each at a time of its own. */
const refusedPauseMs = (): number => 50 + Math.random() * 100;

const { url, init, atOnce } = workerData as Flood;
const statuses: Record<string, number> = {};
let isOver = false;
parentPort?.once('message', () => {
  isOver = true;
});

async function ask(): Promise<void> {
  const answer = await fetch(url, init);
  statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
  await answer.arrayBuffer();
  if (answer.status !== 200) await new Promise((resolve) => setTimeout(resolve, refusedPauseMs()));
}

await Promise.all(
  Array.from({ length: atOnce }, async () => {
    while (!isOver) await ask();
  }),
);
parentPort?.postMessage(statuses);
