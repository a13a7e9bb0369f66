export { reportPageRoutes } from './routes.ts';
