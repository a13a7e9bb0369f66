import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Uploads } from './uploads.ts';
import type { PendingFiles } from './usePendingFiles.ts';

const MultiFileSelector = lazy(() => import('./MultiFileSelector.tsx'));
const UploadProgress = lazy(() => import('./UploadProgress.tsx'));

/** The multi-file selector for another form (DRAW-12). */
export const AttachmentSelector = ({ files }: { readonly files: PendingFiles }) => (
  <Suspense fallback={<Skeleton height={88} />}>
    <MultiFileSelector files={files} />
  </Suspense>
);

export const AttachmentProgress = ({ uploads }: { readonly uploads: Uploads }) => (
  <Suspense>
    <UploadProgress uploads={uploads} />
  </Suspense>
);
