import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Limit of received bytes whose unreferenced buffers wait for the garbage collector. */
const MAX_DEAD_BYTES = 8_000_000;

// V8 hands out its `gc` function only to contexts that are made while the flag is set.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { readonly type: 'minor' }) => void;
setFlagsFromString('--no-expose-gc');

let receivedBytes = 0;

/**
 * Forces a minor garbage collection (about a millisecond) after every 8 MB of received chunks. Each chunk is a buffer
 * outside the heap of V8, which sees only the small object in front of it and would let a hundred megabytes of dead ones
 * wait before it collects.
 */
export function forceMinorGc(chunkBytes: number): void {
  receivedBytes += chunkBytes;
  if (receivedBytes < MAX_DEAD_BYTES) return;
  receivedBytes = 0;
  collect({ type: 'minor' });
}
