/** D-SESS-11: prevents an endless redirect when the default route needs a sign-in. */
const quietMs = 5_000;

/** `isVisitor`: no user was signed in when the refused request was made. */
type RootVisit = (isVisitor: boolean) => void;

let goToRoot: RootVisit = () => {
  window.location.hash = '#/';
};
let lastVisitAt = Number.NEGATIVE_INFINITY;

/** Sets how the app goes to its root page. */
export function setRootVisit(visit: RootVisit): void {
  goToRoot = visit;
}

/** Goes to the root page, at most once in 5 s. */
export function visitRoot(isVisitor: boolean): void {
  const now = Date.now();
  if (now - lastVisitAt < quietMs) return;
  lastVisitAt = now;
  goToRoot(isVisitor);
}
