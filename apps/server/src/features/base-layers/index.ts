export { baseLayerRoutes } from './routes.ts';
