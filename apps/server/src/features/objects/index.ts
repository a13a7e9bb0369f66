export { objectRoutes } from './routes.ts';
