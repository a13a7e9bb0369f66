import { findNearestPlace } from '@pgis/contract';
import { distanceM, toMercator } from '@pgis/geo';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '../../../api/index.ts';
import { useTexts } from '../../../i18n/index.ts';
import { useMap } from '../../../map/index.ts';
import { coordinatesText, watchOwnPosition } from '../../map-tools/index.ts';

/** Below this zoom a pixel is several metres, and a finger covers a street. */
export const EXACT_ZOOM = 15;

/** Zoom at which houses can be told apart. */
const HOUSE_ZOOM = 17;

/** A map that was moved farther away from the device than this shows what the user wants to report. */
const NEAR_M = 1_500;

type LonLat = readonly [number, number];

export interface Place {
  readonly lonLat: LonLat;
  /** Accuracy that the device states; null for a position that was selected on the map. */
  readonly accuracyM: number | null;
}

const awayM = (a: LonLat, b: LonLat): number => distanceM(toMercator([...a]), toMercator([...b]));

/**
 * The position of a report: the middle of a map that is near enough, else that of the device. A photo says nothing about it:
 * phones remove its position.
 */
export function usePlace() {
  const map = useMap();
  const [place, setPlace] = useState<Place | null>(() => {
    const view = map.view.get();
    return view !== null && view.zoom >= EXACT_ZOOM ? { lonLat: view.centerLonLat, accuracyM: null } : null;
  });
  const start = useRef(place);
  const isChosen = useRef(false);
  useEffect(() => {
    const stop = watchOwnPosition({
      onPosition: ({ lonLat, accuracyM }) => {
        stop();
        const [lon = 0, lat = 0] = lonLat;
        const device: LonLat = [lon, lat];
        const looksElsewhere = start.current !== null && awayM(start.current.lonLat, device) > NEAR_M;
        if (isChosen.current || looksElsewhere) return;
        setPlace({ lonLat: device, accuracyM });
        map.camera.centerOn(device, HOUSE_ZOOM);
      },
      // Without it the user chooses the position on the map.
      onProblem: () => {},
    });
    return stop;
  }, [map]);
  const choose = (lonLat: LonLat) => {
    isChosen.current = true;
    setPlace({ lonLat, accuracyM: null });
  };
  /** The user looks for the position on the map, which a late fix must not move. */
  const hold = () => {
    isChosen.current = true;
  };
  return { place, choose, hold };
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
