export { type CompanyGroup, canManage, canSee, readGroups } from './CompanyGroup.ts';
export { guardLastAdmin } from './guardLastAdmin.ts';
export { groupRoutes } from './routes.ts';
export { readUnits } from './units.ts';
