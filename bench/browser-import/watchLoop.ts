/** Loaded into the server by `--import`: writes how long its main thread was blocked at most, in ms, when asked by SIGUSR2. */
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const file = process.env.LOOP_DELAY_FILE;
// Programs that the server starts load this as well, without the file.
delete process.env.LOOP_DELAY_FILE;

if (isMainThread && file !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  process.on('SIGUSR2', () => {
    writeFileSync(
      file,
      JSON.stringify({
        maxMs: delay.max / 1e6,
        p999Ms: delay.percentile(99.9) / 1e6,
        p99Ms: delay.percentile(99) / 1e6,
      }),
    );
    delay.reset();
  });
}
