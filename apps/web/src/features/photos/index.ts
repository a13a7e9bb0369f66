export { PhotoField } from './PhotoField.tsx';
export { type Photos, usePhotos } from './usePhotos.ts';
