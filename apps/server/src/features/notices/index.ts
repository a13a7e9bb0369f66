export { findNews } from './findNews.ts';
export { noticeRoutes } from './routes.ts';
