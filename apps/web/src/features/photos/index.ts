export { PhotoField } from './PhotoField.tsx';
export { ACCEPTED_PHOTOS, isHeic } from './photoFiles.ts';
export { type Photos, usePhotos } from './usePhotos.ts';
