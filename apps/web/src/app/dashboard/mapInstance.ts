import { MAX_ZOOM } from '@pgis/geo';
import { readLink } from '../../features/map-address/index.ts';
import { mapData } from '../../features/objects/index.ts';
import { chooseStartView, followChanges, MapController } from '../../map/index.ts';
import { readSettings } from '../../settings/index.ts';
import { readStored, writeStored } from '../../storage/index.ts';

let map: MapController | null = null;

/**
 * The only map of the app. It is created with the first map screen and kept while other screens are open, so that the
 * user returns to the same view.
 */
export function getMapInstance(): MapController {
  map ??= makeMap();
  return map;
}

function makeMap(): MapController {
  const { defaultCenterLonLat, defaultZoom } = readSettings();
  const [lon, lat] = defaultCenterLonLat;
  const controller = new MapController(
    mapData,
    chooseStartView({
      linkedView: readLink().view,
      lastView: readStored('lastMapView'),
      companyView: { centerLonLat: [lon, lat], zoom: defaultZoom },
    }),
  );
  followChanges(controller);
  controller.view.subscribe(() => {
    const view = controller.view.get();
    if (view) writeStored('lastMapView', { center: view.center, zoom: view.zoom, maxZoom: MAX_ZOOM });
  });
  return controller;
}
