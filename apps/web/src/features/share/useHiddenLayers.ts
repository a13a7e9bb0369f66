import { listLayers } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';
import type { Layer } from '../../layers/layerQueries.ts';

/** The layers among these that a visitor will not see; undefined until the server has said what visitors see. */
export function useHiddenLayers(layers: readonly Layer[]): readonly Layer[] | undefined {
  const { data: groups } = useQuery({
    queryKey: ['layers-of-visitors'],
    queryFn: ({ signal }) => callApi(listLayers, { signal, asVisitor: true, background: true }),
  });
  if (groups === undefined) return undefined;
  const seenIds = new Set(groups.flatMap(({ childClassifiers }) => childClassifiers).map(({ id }) => id));
  return layers.filter(({ id }) => !seenIds.has(id));
}
