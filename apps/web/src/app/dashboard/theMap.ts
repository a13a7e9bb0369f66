import { mapData } from '../../features/objects/index.ts';
import { chooseStartView, MAX_ZOOM, MapController } from '../../map/index.ts';
import { readSettings } from '../../settings/index.ts';
import { readStored, writeStored } from '../../storage/index.ts';

let map: MapController | null = null;

/**
 * The one map of the app. It is made when the map screen is first opened, and lives on while another screen is shown,
 * so that coming back shows it as it was left.
 */
export function getTheMap(): MapController {
  map ??= makeMap();
  return map;
}

function makeMap(): MapController {
  const { defaultCenterLonLat, defaultZoom } = readSettings();
  const [lon, lat] = defaultCenterLonLat;
  const made = new MapController(
    mapData,
    chooseStartView({
      lastView: readStored('lastMapView'),
      companyView: { centerLonLat: [lon, lat], zoom: defaultZoom },
    }),
  );
  made.view.subscribe(() => {
    const view = made.view.get();
    if (view) writeStored('lastMapView', { center: view.center, zoom: view.zoom, maxZoom: MAX_ZOOM });
  });
  return made;
}
