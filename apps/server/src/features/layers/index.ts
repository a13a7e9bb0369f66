export { layerRoutes } from './routes.ts';
