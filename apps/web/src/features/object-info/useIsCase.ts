import { useLayerList } from '../objects/index.ts';

/** True for objects of case layers. */
export function useIsCase(layerId: number): boolean {
  const { data: groups = [] } = useLayerList();
  const layers = groups.flatMap(({ childClassifiers }) => childClassifiers);
  // A view has the rules of its source, which may be hidden from the reader.
  const layer = layers.find(({ id, sourceId }) => id === layerId || sourceId === layerId);
  return (layer?.caseLayer ?? null) !== null;
}
