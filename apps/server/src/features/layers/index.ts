export { classifierRoutes } from './routes.ts';
