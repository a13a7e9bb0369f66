export { type CheckedArchive, checkArchive } from './archive/checkArchive.ts';
export { findArchiveFile, type ObjectFinder, toArchiveVersion } from './archive/findArchiveFile.ts';
export { findArchivePath, listArchiveFiles, toArchiveFolder } from './archive/listArchiveFiles.ts';
export { ArchiveError } from './archive/reader/ArchiveError.ts';
export { baseMapAttribution } from './baseMapSources.ts';
export { readBaseMapVersion } from './baseMapVersion.ts';
export { listPlaces } from './listPlaces.ts';
export { baseMapRoutes } from './routes.ts';
