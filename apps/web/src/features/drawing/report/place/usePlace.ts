import { findNearestPlace } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '../../../../api/index.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { useMap } from '../../../../map/index.ts';
import { coordinatesText, watchOwnPosition } from '../../../map-tools/index.ts';
import { type Fix, isUsable, type LonLat, type Place } from './Place.ts';

/** Below this zoom a pixel is several metres, and a finger covers a street. */
export const EXACT_ZOOM = 15;

/** Zoom at which houses can be told apart. */
const HOUSE_ZOOM = 17;

/** Zoom that shows the town around a position that the device knows only roughly. */
const TOWN_ZOOM = 13;

/**
 * The position of a report: that of the device, or the middle of a map that the user has moved elsewhere, which they
 * have to confirm. A photo says nothing about it: phones remove its position.
 */
export function usePlace() {
  const map = useMap();
  const [place, setPlace] = useState<Place | null>(() => {
    const view = map.view.get();
    // A view of an earlier visit, or that of the company, says nothing about this report.
    const isMoved = map.camera.canGoBack.get();
    return isMoved && view !== null && view.zoom >= EXACT_ZOOM
      ? { lonLat: view.centerLonLat, accuracyM: null, isSuggested: true }
      : null;
  });
  const [rough, setRough] = useState<Fix | null>(null);
  const suggested = useRef(place);
  const isHeld = useRef(false);
  useEffect(() => {
    const stop = watchOwnPosition({
      onPosition: ({ lonLat: [lon = 0, lat = 0], accuracyM }) => {
        const fix: Fix = { lonLat: [lon, lat], accuracyM };
        if (isHeld.current) return stop();
        if (!isUsable(fix, suggested.current)) {
          // The next one may be better.
          setRough(fix);
          return;
        }
        stop();
        setPlace({ ...fix, isSuggested: false });
        map.camera.centerOn(fix.lonLat, HOUSE_ZOOM);
      },
      // Without it the user selects the position on the map.
      onProblem: () => {},
    });
    return stop;
  }, [map]);
  /** The user has selected or confirmed the position. */
  const choose = (lonLat: LonLat) => restore({ lonLat, accuracyM: null, isSuggested: false });
  /** Continues with the position of a draft. */
  const restore = (begun: Place) => {
    isHeld.current = true;
    setPlace(begun);
  };
  /** Shows the position on the map, where the user looks for a better one, which a late fix must not move. */
  const showOnMap = () => {
    isHeld.current = true;
    if (place !== null) map.camera.centerOn(place.lonLat, Math.max(map.view.get()?.zoom ?? 0, HOUSE_ZOOM));
    else if (rough !== null) map.camera.centerOn(rough.lonLat, TOWN_ZOOM);
  };
  return { place, roughM: rough?.accuracyM ?? null, choose, restore, showOnMap };
}

/** The address or place nearest to a position, or its town with `towns`; without one its coordinates. */
export function useAddress(lonLat: LonLat | null, { towns = false }: { readonly towns?: boolean } = {}) {
  const { t, language } = useTexts();
  const { data } = useQuery({
    // The fourth decimal of a degree is eleven metres at most: a smaller move needs no new look-up.
    queryKey: ['nearest-place', lonLat?.map((degrees) => degrees.toFixed(4)).join(' '), language, towns],
    queryFn: ({ signal }) => {
      const [lon, lat] = lonLat ?? [0, 0];
      return callApi(findNearestPlace, {
        query: { lon, lat, ...(towns && { towns }) },
        signal,
        background: true,
      });
    },
    enabled: lonLat !== null,
    retry: false,
  });
  const coordinates = lonLat === null ? '' : coordinatesText(lonLat, { t, language });
  const isNamed = data !== undefined && data.name !== '';
  return {
    name: isNamed ? data.name : coordinates,
    isNamed,
    /** The name is that of a street or house, which needs no better one. */
    isAddress: isNamed && data.isAddress,
    distanceM: data?.distanceM ?? 0,
  };
}
