import { limits } from '@pgis/contract';

/** A page that was reloaded may have sent a change just before; another visit starts without one. */
const wasReloaded = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => (entry as PerformanceNavigationTiming).type === 'reload');

/** Time of `performance.now()` of the user's last change. */
let changedAt = wasReloaded() ? 0 : Number.NEGATIVE_INFINITY;

/** Call after a change of objects or layers. */
export function noteOwnChange(): void {
  changedAt = performance.now();
}

/** Seconds for which an image may lack a change: for other users' changes, never for those of this user. */
export const acceptedAgeS = (): number =>
  Math.min(limits.image.maxAgeS, Math.floor((performance.now() - changedAt) / 1_000));
