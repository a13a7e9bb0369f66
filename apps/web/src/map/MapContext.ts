import { createContext, useContext } from 'react';
import type { MapController } from './MapController.ts';

/** The map of the page, for the components on and beside it. */
export const MapContext = createContext<MapController | null>(null);

export function useMap(): MapController {
  const map = useContext(MapContext);
  if (map === null) throw new Error('there is no map here');
  return map;
}
