export { logRoutes } from './routes.ts';
