import { Suspense } from 'react';
import { LoadFailureNote, lazyPart } from '../../../ui/lazy-parts/index.ts';

const FilesList = lazyPart(() => import('./FilesList.tsx'), LoadFailureNote);

interface ObjectFilesTabProps {
  readonly objectId: number;
  /** True for users who may attach files. */
  readonly canAdd: boolean;
}

/** MAPS-05: the tab with the files of the selected object. */
export function ObjectFilesTab({ objectId, canAdd }: ObjectFilesTabProps) {
  return (
    <Suspense>
      <FilesList key={objectId} objectId={objectId} canAdd={canAdd} />
    </Suspense>
  );
}
