export { readStartView, type StartView } from './readStartView.ts';
export { settingsRoutes } from './routes.ts';
