import type { QueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { layerSwitches, setLayerSwitch } from './layerSwitches.ts';

/** LIST-13, LIST-14: the list comes anew; the edited layer, where it is on, goes off and on again with what it is now. */
export async function refreshLayer(queryClient: QueryClient, id: number): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['layer-list'] });
  if (!layerSwitches.get().checkedIds.has(id)) return;
  // Two changes at once would be none.
  flushSync(() => setLayerSwitch(id, false));
  setLayerSwitch(id, true);
}
