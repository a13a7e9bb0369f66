export { addLooseBlobs, tieLooseBlobs } from './repository.ts';
export { fileRoutes } from './routes.ts';
