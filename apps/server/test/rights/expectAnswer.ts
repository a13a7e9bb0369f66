import { type Call, moduleOfRight, type Permission, type Right, type Role, rights } from '@pgis/contract';
import { type ActorName, hasCustomReports, highestRoleOf, type Owner, roleOf } from './actors.ts';

/** Answer of a call: its success, or the status of a refusal (D-PERM-06). */
export type Answer = 'allowed' | 400 | 401 | 403 | 404;

export const isVisitor = (actor: ActorName): boolean => actor === 'visitor' || actor === 'reporter';

/** Returns the status with which a call's policy refuses the actor; undefined when it admits the actor. */
export function refusedByPolicy({ policy: { audience } }: Call, actor: ActorName): 401 | 403 | undefined {
  if (audience === 'ignoresSession') return undefined;
  if (actor === 'badToken' || actor === 'disabled' || actor === 'expired') return 401;
  if (isVisitor(actor)) return audience === 'anyone' ? undefined : 401;
  return actor === 'firstLogin' && audience !== 'firstLoginToo' ? 403 : undefined;
}

/** Converts a cell of the table of rights to an answer. */
export function toAnswer(
  permission: Permission,
  { isOwn = false }: { readonly isOwn?: boolean } = {},
): Answer {
  if (permission === 'own') return isOwn ? 'allowed' : 403;
  return permission === 'no' || permission === 'open' ? 403 : 'allowed';
}

/** Returns the permission of a role in the table of rights; `no` where the actor lacks the module that it needs. */
export const permissionOf = (right: Right, actor: ActorName, role: Role): Permission =>
  moduleOfRight[right] === 'hasCustomReports' && !hasCustomReports(actor) ? 'no' : rights[right][role];

/** Properties of an object on which rights depend. */
export interface ObjectState {
  readonly owner: Owner;
  readonly isPublic: boolean;
  readonly isOwn: boolean;
  /** True while the object waits for review: only its unit and its reporter see it. */
  readonly isWaiting: boolean;
  /** True in a layer that visitors do not see. */
  readonly isLayerHidden: boolean;
  readonly isDeleted: boolean;
}

/** Applies the rows of D-PERM about seeing, and D-CLS-07 about objects that wait for review. */
function canSee(actor: ActorName, object: ObjectState): boolean {
  const role = roleOf(actor, object.owner);
  if (permissionOf('seePrivateObject', actor, role) === 'yes') return true;
  const isPublished = object.isPublic && !object.isLayerHidden && (!object.isWaiting || object.isOwn);
  return isPublished && permissionOf('seePublicObject', actor, role) === 'yes';
}

/** State of an object that does not exist. */
const absentObject: ObjectState = {
  owner: 'roads',
  isPublic: false,
  isOwn: false,
  isWaiting: false,
  isLayerHidden: true,
  isDeleted: true,
};

/** An absent object answers like one that the actor may not see. */
export function expectForAbsent(call: Call, actor: ActorName): Answer {
  const answer = expectForObject(call, actor, absentObject);
  return answer === 'allowed' ? 404 : answer;
}

/** Applies the table to an object: 404 when invisible, 403 when visible but not allowed, 401 for a visitor who could sign in. */
export function expectForObject(call: Call, actor: ActorName, object: ObjectState): Answer {
  const refusal = refusedByPolicy(call, actor);
  if (refusal !== undefined) return refusal;
  // The page of a report is that of its reporter, who is known by a cookie and has no account.
  if (call.name === 'getReportPage' || call.name === 'reopenReport')
    return actor === 'reporter' && object.isOwn && canSee(actor, object) ? 'allowed' : 404;
  // An image address carries no session: it answers everybody like a visitor who has left nothing.
  const hasSession = call.policy.audience !== 'ignoresSession';
  const requester = hasSession ? actor : 'visitor';
  const state = hasSession ? object : { ...object, isOwn: false };
  const { right } = call.policy;
  // An actor without a level in any unit exports nothing, whether the object exists or not.
  const isCompanyWide = right === 'exportObject';
  const role = isCompanyWide ? highestRoleOf(requester) : roleOf(requester, state.owner);
  const permission = right === undefined ? 'yes' : permissionOf(right, requester, role);
  if (isCompanyWide && permission === 'no') return 403;
  // A visitor without a report can only sign in.
  if (call.name === 'addGeomFiles' && requester === 'visitor') return 401;
  const answer = toAnswer(permission, state);
  // Deleted objects exist only for actors who may restore them.
  if (call.name === 'restoreGeom') return canSee(requester, state) && answer === 'allowed' ? answer : 404;
  if (state.isDeleted) return 404;
  // D-FILE-06: a visitor may add files to a new report, visible or not.
  if (call.name === 'addGeomFiles' && permission === 'own' && state.isOwn) return 'allowed';
  if (!canSee(requester, state)) return 404;
  // D-OBJ-06: nobody votes for their own object, nor where visitors report nothing.
  if (permission === 'once' && (state.isOwn || state.isLayerHidden)) return 403;
  return answer === 403 && isVisitor(requester) ? 401 : answer;
}
