import { type Call, moduleOfRight, type Reach, type Right, rights, type Standing } from '@pgis/contract';
import { hasCustomReports, highestOf, type Place, standingOf, type Who } from './people.ts';

/** What a call answers: the success it names, or who is turned away, and how (D-PERM-06). */
export type Answer = 'allowed' | 400 | 401 | 403 | 404;

export const isVisitor = (who: Who): boolean => who === 'visitor' || who === 'reporter';

/** What the audience of a call says before anything is asked about the thing; undefined for who comes in. */
export function turnedAway({ policy: { audience } }: Call, who: Who): 401 | 403 | undefined {
  if (audience === 'ignoresSession') return undefined;
  if (who === 'badToken' || who === 'disabled' || who === 'expired') return 401;
  if (isVisitor(who)) return audience === 'anyone' ? undefined : 401;
  return who === 'firstLogin' && audience !== 'firstLoginToo' ? 403 : undefined;
}

/** A cell of the table of rights, as an answer. */
export function toAnswer(reach: Reach, { isOwn = false }: { readonly isOwn?: boolean } = {}): Answer {
  if (reach === 'own') return isOwn ? 'allowed' : 403;
  return reach === 'no' || reach === 'open' ? 403 : 'allowed';
}

/** What the table gives who stands so to a thing; nothing where a module is needed that he has not. */
export const reachOf = (right: Right, who: Who, standing: Standing): Reach =>
  moduleOfRight[right] === 'hasCustomReports' && !hasCustomReports(who) ? 'no' : rights[right][standing];

/** An object as far as rights depend on it. */
export interface ObjectState {
  readonly place: Place;
  readonly isPublic: boolean;
  readonly isOwn: boolean;
  /** Waits for review, so that only its unit and its reporter see it. */
  readonly isWaiting: boolean;
  /** In a layer of which visitors see nothing. */
  readonly isLayerHidden: boolean;
  readonly isDeleted: boolean;
}

/** D-PERM, its rows about seeing, with D-CLS-07 about what waits for review. */
function sees(who: Who, object: ObjectState): boolean {
  const standing = standingOf(who, object.place);
  if (reachOf('seePrivateObject', who, standing) === 'yes') return true;
  const isShown = object.isPublic && !object.isLayerHidden && (!object.isWaiting || object.isOwn);
  return isShown && reachOf('seePublicObject', who, standing) === 'yes';
}

/** What is not there at all. */
const nowhere: ObjectState = {
  place: 'roads',
  isPublic: false,
  isOwn: false,
  isWaiting: false,
  isLayerHidden: true,
  isDeleted: true,
};

/** One that is not there answers everybody like one that he may not see. */
export function expectOfAbsent(call: Call, who: Who): Answer {
  const answer = expectOfObject(call, who, nowhere);
  return answer === 'allowed' ? 404 : answer;
}

/** What the table says of an object: not seen is 404, seen and not allowed 403, and 401 for who could sign in. */
export function expectOfObject(call: Call, who: Who, object: ObjectState): Answer {
  const away = turnedAway(call, who);
  if (away !== undefined) return away;
  // An image address carries no session: it answers everybody like a visitor who has left nothing.
  const hasSession = call.policy.audience !== 'ignoresSession';
  const asker = hasSession ? who : 'visitor';
  const state = hasSession ? object : { ...object, isOwn: false };
  const { right } = call.policy;
  // Who holds no level in any unit exports nothing, whether it is there or not.
  const isCompanyWide = right === 'exportObject';
  const standing = isCompanyWide ? highestOf(asker) : standingOf(asker, state.place);
  const reach = right === undefined ? 'yes' : reachOf(right, asker, standing);
  if (isCompanyWide && reach === 'no') return 403;
  // Who has left nothing here can only sign in.
  if (call.name === 'addGeomFiles' && asker === 'visitor') return 401;
  const answer = toAnswer(reach, state);
  // Deleted objects are there only for who may take that back.
  if (call.name === 'restoreGeom') return sees(asker, state) && answer === 'allowed' ? answer : 404;
  if (state.isDeleted) return 404;
  // D-FILE-06: to what a visitor has just left he may add files, seen or not.
  if (call.name === 'addGeomFiles' && reach === 'own' && state.isOwn) return 'allowed';
  if (!sees(asker, state)) return 404;
  // D-OBJ-06: nobody votes for his own, nor where visitors report nothing.
  if (reach === 'once' && (state.isOwn || state.isLayerHidden)) return 403;
  return answer === 403 && isVisitor(asker) ? 401 : answer;
}
