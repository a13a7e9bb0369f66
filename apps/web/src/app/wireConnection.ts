import type { QueryClient } from '@tanstack/react-query';
import { onReconnected, watchOnline } from '../api/index.ts';
import { retryFailedLayers } from '../map/mapChanges.ts';

/**
 * Loads lists, layers and tiles that failed again as soon as the server can be reached. Returns the function that
 * disconnects it.
 */
export function wireConnection(queryClient: QueryClient): () => void {
  const leaves = [
    watchOnline(),
    onReconnected(() => {
      retryFailedLayers();
      void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
    }),
  ];
  return () => {
    for (const leave of leaves) leave();
  };
}
