import type { LoadReply } from '@pgis/contract';
import type { GeometryKind } from '@pgis/geo';

/** One answer of an extent load, and its meaning for each requested layer. */
export interface Delivery {
  readonly kind: GeometryKind;
  /** `replace`: the answer holds all objects of this kind in the layer; `add`: only those that were not loaded yet. */
  readonly modes: ReadonlyMap<number, 'replace' | 'add'>;
  readonly reply: LoadReply;
}
