import { PlaceSearch } from '../../features/search/index.ts';
import { MapContext } from '../../map/index.ts';
import { getTheMap } from './theMap.ts';

/** BREAD-03: the search box of the map in the breadcrumb bar. */
export default function BarSearch() {
  return (
    <MapContext value={getTheMap()}>
      <PlaceSearch place="bar" />
    </MapContext>
  );
}
