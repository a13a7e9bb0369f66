export { bulkEditRoutes } from './routes.ts';
