import { useTexts } from '../../i18n/index.ts';
import { useMap, useStore } from '../../map/index.ts';
import classes from './Coordinates.module.css';
import { coordinatesText } from './coordinatesText.ts';

/** Where the pointer is; the middle of the map when it is elsewhere. */
export function Coordinates() {
  const { t, language } = useTexts();
  const map = useMap();
  const pointer = useStore(map.pointer);
  const center = useStore(map.view, (view) => view?.centerLonLat);
  const place = pointer ?? center;
  return place === undefined ? null : (
    <span className={classes.coordinates}>{coordinatesText(place, { t, language })}</span>
  );
}
