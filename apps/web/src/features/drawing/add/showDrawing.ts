import { parseWkt } from '@pgis/geo';
import { type Drawing, LINK_MAX_ZOOM, type MapController } from '../../../map/index.ts';

/** Shows a shape of an earlier visit on the map, as if it had just been drawn. */
export function showDrawing(map: MapController, { wkt }: Drawing): void {
  const parsed = parseWkt(wkt);
  if (!parsed.ok) return;
  map.showDraft(wkt);
  map.camera.fit(parsed.extent3857, { maxZoom: LINK_MAX_ZOOM });
}
