import type { MapLayer } from '@pgis/contract';
import { readSourceOptions } from '../../map/index.ts';

/** Lists the attributions of the visible layers, each once, in their order. */
export function listAttributions(
  layers: readonly Pick<MapLayer, 'id' | 'sourceJson'>[],
  visibleIds: readonly number[],
): readonly string[] {
  const visible = layers.filter(({ id }) => visibleIds.includes(id));
  const named = visible.flatMap(({ sourceJson }) => readSourceOptions(sourceJson)?.attributions ?? []);
  return [...new Set(named)];
}
