/** D-SESS-11: a default route that needs signing in must not send the browser round in circles. */
const quietMs = 5_000;

/** `isVisitor`: nobody was signed in any more when the refused request was made. */
type RootVisit = (isVisitor: boolean) => void;

let goToRoot: RootVisit = () => {
  window.location.hash = '#/';
};
let lastVisitAt = Number.NEGATIVE_INFINITY;

/** The app says how it goes to its root page. */
export function setRootVisit(visit: RootVisit): void {
  goToRoot = visit;
}

/** Goes to the root page unless that happened less than 5 s ago. */
export function visitRoot(isVisitor: boolean): void {
  const now = Date.now();
  if (now - lastVisitAt < quietMs) return;
  lastVisitAt = now;
  goToRoot(isVisitor);
}
