import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { LoadFailureNote, lazyPart } from '../../../ui/lazy-parts/index.ts';
import type { Uploads } from './uploads.ts';
import type { PendingFiles } from './usePendingFiles.ts';

const MultiFileSelector = lazyPart(() => import('./MultiFileSelector.tsx'), LoadFailureNote);
const UploadProgress = lazyPart(() => import('./UploadProgress.tsx'));

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
