export { AttachmentProgress, AttachmentSelector } from './attachments.tsx';
export { ObjectFilesTab } from './ObjectFilesTab.tsx';
export type { PendingFile } from './pendingFiles.ts';
export { useFilesOf } from './useFilesOf.ts';
export { usePendingFiles } from './usePendingFiles.ts';
export { useThumbnails } from './useThumbnails.ts';
export { type UseUploads, useUploads } from './useUploads.ts';
