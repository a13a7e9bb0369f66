import type { LoadReply } from '@pgis/contract';
import type { GeometryKind } from '@pgis/geo';

/** One answer of an extent load, and what it means for each layer that was asked for. */
export interface Delivery {
  readonly kind: GeometryKind;
  /** `replace`: the answer holds all objects of this kind in the layer; `add`: those that were not here yet. */
  readonly modes: ReadonlyMap<number, 'replace' | 'add'>;
  readonly reply: LoadReply;
}
