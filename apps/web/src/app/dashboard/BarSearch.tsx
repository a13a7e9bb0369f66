import { PlaceSearch } from '../../features/search/index.ts';
import { MapContext } from '../../map/index.ts';
import { getMapInstance } from './mapInstance.ts';

/** BREAD-03: the search box of the map in the breadcrumb bar. */
export default function BarSearch() {
  return (
    <MapContext value={getMapInstance()}>
      <PlaceSearch slot="bar" />
    </MapContext>
  );
}
