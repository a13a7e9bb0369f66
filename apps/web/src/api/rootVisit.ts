/** D-SESS-11: prevents an endless redirect when the default route needs a sign-in. */
const quietMs = 5_000;

let goToRoot = (): void => {
  window.location.hash = '#/';
};
let lastVisitAt = Number.NEGATIVE_INFINITY;

/** Sets how the app goes to its root page. */
export function setRootVisit(visit: () => void): void {
  goToRoot = visit;
}

/** Goes to the root page, at most once in 5 s. */
export function visitRoot(): void {
  const now = Date.now();
  if (now - lastVisitAt < quietMs) return;
  lastVisitAt = now;
  goToRoot();
}
