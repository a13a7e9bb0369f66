export { listPublicImages } from './readFiles.ts';
export { fileRoutes } from './routes.ts';
export { isPublicObject } from './toGeomFile.ts';
