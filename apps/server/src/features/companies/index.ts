export { createCompany, createGroup, createUnit, type NewCompany } from './createCompany.ts';
export { companyRoutes } from './routes.ts';
