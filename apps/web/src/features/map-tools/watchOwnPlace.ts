import type { OwnPlace } from '../../map/index.ts';

/** Why the place of the device is not known; each has a text `MAP.PLACE_ERROR.*`. */
export type PlaceProblem = 'REFUSED' | 'UNKNOWN' | 'TOO_SLOW' | 'INSECURE';

interface PlaceListener {
  readonly onPlace: (place: OwnPlace) => void;
  readonly onProblem: (problem: PlaceProblem) => void;
}

const PERMISSION_DENIED = 1;
const TIMEOUT = 3;

function toProblem({ code }: Pick<GeolocationPositionError, 'code'>): PlaceProblem {
  // Without https browsers refuse without having asked anybody.
  if (!window.isSecureContext) return 'INSECURE';
  if (code === PERMISSION_DENIED) return 'REFUSED';
  return code === TIMEOUT ? 'TOO_SLOW' : 'UNKNOWN';
}

/** Tells where the device is, again and again as it moves, or what is in the way. Returns the way out. */
export function watchOwnPlace({ onPlace, onProblem }: PlaceListener): () => void {
  // Browsers leave it out where it may not be used, whatever its type says.
  const geolocation = navigator.geolocation as Geolocation | undefined;
  if (geolocation === undefined) {
    onProblem(window.isSecureContext ? 'UNKNOWN' : 'INSECURE');
    return () => {};
  }
  const watch = geolocation.watchPosition(
    ({ coords }) =>
      onPlace({ lonLat: [coords.longitude, coords.latitude], accuracyM: Math.max(1, coords.accuracy) }),
    (error) => onProblem(toProblem(error)),
    { enableHighAccuracy: true, timeout: 15_000, maximumAge: 5_000 },
  );
  return () => geolocation.clearWatch(watch);
}
