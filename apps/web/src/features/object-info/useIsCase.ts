import { useLayerList } from '../objects/index.ts';
import { useSession } from '../session/index.ts';

/** True for objects of case layers, for signed-in users; the server says whether their unit may see the work. */
export function useIsCase(layerId: number): boolean {
  const { user } = useSession();
  const { data: groups = [] } = useLayerList();
  const layers = groups.flatMap(({ childClassifiers }) => childClassifiers);
  // A view has the rules of its source, which may be hidden from the reader.
  const layer = layers.find(({ id, sourceId }) => id === layerId || sourceId === layerId);
  return user !== null && (layer?.caseLayer ?? null) !== null;
}
