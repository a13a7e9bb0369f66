export { baseMapAttribution } from './baseMapSources.ts';
export { readBaseMapVersion } from './baseMapVersion.ts';
export { listPlaces } from './listPlaces.ts';
export { baseMapRoutes } from './routes.ts';
