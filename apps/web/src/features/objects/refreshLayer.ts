import type { QueryClient } from '@tanstack/react-query';
import type { MapController } from '../../map/index.ts';
import { layerSwitches } from './layerSwitches.ts';

/**
 * LIST-13, LIST-14: the list comes anew; the edited layer, where it is on, is asked for again with what it is now. What is
 * drawn stays until the answer is there.
 */
export async function refreshLayer(
  { queryClient, map }: { readonly queryClient: QueryClient; readonly map: MapController },
  id: number,
): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['layer-list'] });
  if (layerSwitches.get().checkedIds.has(id)) map.reload();
}
