import { formatLength } from '@pgis/geo';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { type OwnPlace, useMap } from '../../map/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { watchOwnPlace } from './watchOwnPlace.ts';

/** `shown`: the map has been moved away, the dot stays. */
export type OwnPlaceState = 'off' | 'looking' | 'following' | 'shown';

/** Near enough to see a house. */
const OWN_PLACE_ZOOM = 16;

/** Shows where the device is and goes with it until the map is moved by hand. */
export function useOwnPlace() {
  const map = useMap();
  const { t, language } = useTexts();
  const [state, setState] = useState<OwnPlaceState>('off');
  const [accuracyM, setAccuracyM] = useState<number | null>(null);
  const last = useRef<OwnPlace | null>(null);
  const isOn = state !== 'off';
  // The watch outlives the renderings between two places.
  const now = useRef({ state, t });
  now.current = { state, t };

  useEffect(() => {
    if (!isOn) return;
    const stop = watchOwnPlace({
      onPlace: (place) => {
        last.current = place;
        setAccuracyM(place.accuracyM);
        const extent = map.showOwnPlace(place);
        if (now.current.state === 'looking') map.camera.fit(extent, { maxZoom: OWN_PLACE_ZOOM });
        if (now.current.state === 'following') map.camera.panTo(place.lonLat);
        setState((before) => (before === 'looking' ? 'following' : before));
      },
      onProblem: (problem) => {
        // In a tunnel the place is lost for a while and comes back.
        if (last.current !== null && problem !== 'REFUSED') return;
        showToast({ kind: 'error', message: now.current.t(`MAP.PLACE_ERROR.${problem}`) });
        setState('off');
      },
    });
    return () => {
      stop();
      map.hideOwnPlace();
      last.current = null;
    };
  }, [isOn, map]);

  useEffect(
    () => map.on('dragged', () => setState((before) => (before === 'following' ? 'shown' : before))),
    [map],
  );

  const press = () => {
    if (state === 'shown' && last.current !== null) {
      map.camera.panTo(last.current.lonLat);
      setState('following');
    } else setState(state === 'off' ? 'looking' : 'off');
  };
  const accuracyText =
    isOn && accuracyM !== null
      ? t('MAP.OWN_PLACE_ACCURACY', { distance: formatLength(Math.ceil(accuracyM), language) })
      : '';
  return { state, press, accuracyText };
}
