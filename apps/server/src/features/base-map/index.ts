export { baseMapRoutes } from './baseMapRoutes.ts';
export { baseMapAttribution, baseMapSources } from './baseMapSources.ts';
export { readBaseMapVersion } from './baseMapVersion.ts';
export { type BaseMapTiles, createBaseMapTiles } from './createBaseMapTiles.ts';
export { listPlaces, type Place } from './listPlaces.ts';
export { registerBaseMapRoutes } from './routes.ts';
