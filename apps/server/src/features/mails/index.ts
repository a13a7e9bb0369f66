export { mailWriters } from './mailWriters.ts';
export { mailRoutes } from './routes.ts';
