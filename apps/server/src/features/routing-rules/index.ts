export { routingRuleRoutes } from './routes.ts';
