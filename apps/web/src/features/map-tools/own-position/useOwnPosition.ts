import { formatLength } from '@pgis/geo';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { type OwnPosition, useMap } from '../../../map/index.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { watchOwnPosition } from './watchOwnPosition.ts';

/** `visible` means that the user has moved the map away; the dot stays. */
export type TrackingState = 'off' | 'locating' | 'following' | 'visible';

/** Zoom at which a house is recognisable. */
const OWN_POSITION_ZOOM = 16;

/** Shows the position of the device; the map follows it until the user moves the map. */
export function useOwnPosition() {
  const map = useMap();
  const { t, language } = useTexts();
  const [state, setState] = useState<TrackingState>('off');
  const [accuracyM, setAccuracyM] = useState<number | null>(null);
  const last = useRef<OwnPosition | null>(null);
  const isOn = state !== 'off';
  // Refs, because the watch outlives renders.
  const now = useRef({ state, t });
  now.current = { state, t };

  useEffect(() => {
    if (!isOn) return;
    const stop = watchOwnPosition({
      onPosition: (position) => {
        last.current = position;
        setAccuracyM(position.accuracyM);
        const extent = map.ownPosition.show(position);
        if (now.current.state === 'locating') map.camera.fit(extent, { maxZoom: OWN_POSITION_ZOOM });
        if (now.current.state === 'following') map.camera.panTo(position.lonLat);
        setState((before) => (before === 'locating' ? 'following' : before));
      },
      onProblem: (problem) => {
        // A lost position may come back, for instance after a tunnel.
        if (last.current !== null && problem !== 'REFUSED') return;
        showToast({ kind: 'error', message: now.current.t(`MAP.PLACE_ERROR.${problem}`) });
        setState('off');
      },
    });
    return () => {
      stop();
      map.ownPosition.clear();
      last.current = null;
    };
  }, [isOn, map]);

  useEffect(
    () => map.on('dragged', () => setState((before) => (before === 'following' ? 'visible' : before))),
    [map],
  );

  const press = () => {
    if (state === 'visible' && last.current !== null) {
      map.camera.panTo(last.current.lonLat);
      setState('following');
    } else setState(state === 'off' ? 'locating' : 'off');
  };
  const accuracyText =
    isOn && accuracyM !== null
      ? t('MAP.OWN_PLACE_ACCURACY', { distance: formatLength(Math.ceil(accuracyM), language) })
      : '';
  return { state, press, accuracyText };
}
