export { PhotoField } from './PhotoField.tsx';
export { usePhotos } from './usePhotos.ts';
