import type { OwnPosition } from '../../../map/index.ts';

/** Reasons for an unknown position; each has a text `MAP.PLACE_ERROR.*`. */
export type PositionProblem = 'REFUSED' | 'UNKNOWN' | 'TOO_SLOW' | 'INSECURE';

interface PositionListener {
  readonly onPosition: (position: OwnPosition) => void;
  readonly onProblem: (problem: PositionProblem) => void;
}

const PERMISSION_DENIED = 1;
const TIMEOUT = 3;

function toProblem({ code }: Pick<GeolocationPositionError, 'code'>): PositionProblem {
  // Without https browsers refuse without asking the user.
  if (!window.isSecureContext) return 'INSECURE';
  if (code === PERMISSION_DENIED) return 'REFUSED';
  return code === TIMEOUT ? 'TOO_SLOW' : 'UNKNOWN';
}

/** Reports the position of the device whenever it changes, or the problem. Returns a function that stops it. */
export function watchOwnPosition({ onPosition, onProblem }: PositionListener): () => void {
  // Browsers leave out `geolocation` in insecure contexts, although its type is not optional.
  const geolocation = navigator.geolocation as Geolocation | undefined;
  if (geolocation === undefined) {
    onProblem(window.isSecureContext ? 'UNKNOWN' : 'INSECURE');
    return () => {};
  }
  const watch = geolocation.watchPosition(
    ({ coords }) =>
      onPosition({ lonLat: [coords.longitude, coords.latitude], accuracyM: Math.max(1, coords.accuracy) }),
    (error) => onProblem(toProblem(error)),
    { enableHighAccuracy: true, timeout: 15_000, maximumAge: 5_000 },
  );
  return () => geolocation.clearWatch(watch);
}
