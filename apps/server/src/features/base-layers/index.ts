export { addArchiveLayer, listArchiveLayers, toArchiveSource } from './archiveLayers.ts';
export { deleteBaseLayerRow } from './baseLayerRows.ts';
export { baseLayerRoutes } from './routes.ts';
