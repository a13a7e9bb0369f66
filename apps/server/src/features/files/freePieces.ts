import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** As many dead pieces of uploads may lie about. */
const EVERY_BYTES = 8_000_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { readonly type: 'minor' }) => void;
setFlagsFromString('--no-expose-gc');

let bytes = 0;

/**
 * Each piece of an upload is a buffer of its own outside V8's heap, and V8, which sees only the small object before it,
 * would let a hundred megabytes of them lie before it looks. A look at the young ones takes about a millisecond.
 */
export function freePieces(received: number): void {
  bytes += received;
  if (bytes < EVERY_BYTES) return;
  bytes = 0;
  collect({ type: 'minor' });
}
