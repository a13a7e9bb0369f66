export { type AdminScope, findAdminScope, getAdminScope } from './adminScope.ts';
export { type CompanyGroup, canManage, canSee, readGroups } from './CompanyGroup.ts';
export { keepAnAdmin } from './keepAnAdmin.ts';
export { groupRoutes } from './routes.ts';
export { readUnits } from './units.ts';
