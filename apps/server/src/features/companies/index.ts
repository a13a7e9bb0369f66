export { createCompany, createGroup, createUnit, type NewCompany } from './createCompany.ts';
export { lockCompany } from './lockCompany.ts';
export { companyRoutes } from './routes.ts';
