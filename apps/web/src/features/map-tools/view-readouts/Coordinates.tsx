import { useTexts } from '../../../i18n/index.ts';
import { useMap } from '../../../map/index.ts';
import { useStore } from '../../../store/useStore.ts';
import classes from './Coordinates.module.css';
import { coordinatesText } from './coordinatesText.ts';

/** Coordinates of the pointer, or of the centre of the map if the pointer is elsewhere. */
export function Coordinates() {
  const { t, language } = useTexts();
  const map = useMap();
  const pointer = useStore(map.pointer);
  const center = useStore(map.view, (view) => view?.centerLonLat);
  const lonLat = pointer ?? center;
  return lonLat === undefined ? null : (
    <span className={classes.coordinates}>{coordinatesText(lonLat, { t, language })}</span>
  );
}
