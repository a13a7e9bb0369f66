import type { LayerId } from '@pgis/contract';
export interface LayerCount {
  readonly layerId: LayerId;
  /** Objects of all kinds in the extent; counting may stop past `perLayer`. */
  readonly count: number;
}

export interface VectorLimits {
  readonly perLayer: number;
  readonly perView: number;
}

/**
 * D-OBJ-02: the layers that become images so that no layer and no view holds too many vectors. First each layer past
 * its own limit, then the largest of the others until the rest fits. It depends on nothing but the counts, so the
 * three calls of a view decide alike; of two equally large layers the newer one goes first.
 */
export function chooseImageLayers(counts: readonly LayerCount[], limits: VectorLimits): ReadonlySet<number> {
  const images = new Set(counts.filter(({ count }) => count > limits.perLayer).map(({ layerId }) => layerId));
  const vectors = counts
    .filter(({ layerId }) => !images.has(layerId))
    .toSorted((a, b) => b.count - a.count || b.layerId - a.layerId);
  let total = vectors.reduce((sum, { count }) => sum + count, 0);
  for (const { layerId, count } of vectors) {
    if (total <= limits.perView) break;
    images.add(layerId);
    total -= count;
  }
  return images;
}
