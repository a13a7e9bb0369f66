export { cleanFileName } from './cleanFileName.ts';
export { addLooseBlobs, forgetLooseBlobs, tieLooseBlobs } from './repository.ts';
export { fileRoutes } from './routes.ts';
