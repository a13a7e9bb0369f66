export { auditObject } from './auditObject.ts';
export { findExtent } from './extents.ts';
export { getSeenObject, type SeenObject } from './findSeenObject.ts';
export { labelText } from './labelText.ts';
export { type ObjectKind, objectKinds } from './ObjectKind.ts';
export { getScope } from './readScopes.ts';
export { objectRoutes } from './routes.ts';
export { type FoundObject, findByKadastrs, findByReference, findByWords } from './searchObjects.ts';
export { toComment, toGeom } from './toGeom.ts';
