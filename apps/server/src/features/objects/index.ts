export { auditObject } from './auditObject.ts';
export {
  type BulkAction,
  type CommentEntry,
  type FieldEntry,
  type FieldPart,
  valueAfter,
} from './bulkEntry.ts';
export { countInExtent, totalOf } from './countInExtent.ts';
export { csvHeader } from './csvHeader.ts';
export { findExtent } from './extents.ts';
export { getSeenObject, type SeenObject } from './findSeenObject.ts';
export { findEarlier, rememberRequest, toIdempotentRequest } from './idempotency.ts';
export { labelText } from './labelText.ts';
export { kindBit, type ObjectKind, objectKinds } from './ObjectKind.ts';
export type { ObjectData } from './parseData.ts';
export { checkValidity, parseGeometry } from './parseGeometry.ts';
export { getScope, readScopes } from './readScopes.ts';
export { objectRoutes } from './routes.ts';
export { type FoundObject, findByKadastrs, findByReference, findByWords } from './searchObjects.ts';
export { toComment, toGeom } from './toGeom.ts';
