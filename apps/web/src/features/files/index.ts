export const loadImageViewer = () => import('./list/ImageViewer.tsx');

export { ObjectFilesTab } from './list/ObjectFilesTab.tsx';
export { ObjectImages } from './list/ObjectImages.tsx';
export { useFilesOf } from './list/useFilesOf.ts';
export { useThumbnails } from './list/useThumbnails.ts';
export { AttachmentProgress, AttachmentSelector } from './upload/attachments.tsx';
export { nameOfPhoto, type PendingFile } from './upload/pendingFiles.ts';
export { RemoveFileButton } from './upload/RemoveFileButton.tsx';
export { takeFiles } from './upload/takeFiles.ts';
export { startUploads } from './upload/uploads.ts';
export { usePendingFiles } from './upload/usePendingFiles.ts';
export { type UseUploads, useUploads } from './upload/useUploads.ts';
