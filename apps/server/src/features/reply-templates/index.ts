export { replyTemplateRoutes } from './routes.ts';
