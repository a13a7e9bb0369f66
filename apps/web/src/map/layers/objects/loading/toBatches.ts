import { limits } from '@pgis/contract';
import type { ObjectLayer } from '../ObjectLayer.ts';

/**
 * Splits layers into groups that may share a call. A view and its source, or two views of one source, hold the same
 * object ids, and `geometriesLoaded` names ids only: they go into different calls (D-OBJ-02).
 */
export function toBatches<L extends Pick<ObjectLayer, 'ownerId'>>(
  layers: readonly L[],
): readonly (readonly L[])[] {
  const batches: L[][] = [];
  for (const layer of layers) {
    const free = batches.find(
      (batch) =>
        batch.length < limits.requestClassifiers && batch.every(({ ownerId }) => ownerId !== layer.ownerId),
    );
    if (free) free.push(layer);
    else batches.push([layer]);
  }
  return batches;
}
