import { lazy, Suspense } from 'react';

const FilesList = lazy(() => import('./FilesList.tsx'));

interface ObjectFilesTabProps {
  readonly objectId: number;
  /** Whether the reader may attach files. */
  readonly canAdd: boolean;
}

/** MAPS-05: the tab of a selected object's files. */
export function ObjectFilesTab({ objectId, canAdd }: ObjectFilesTabProps) {
  return (
    <Suspense>
      <FilesList key={objectId} objectId={objectId} canAdd={canAdd} />
    </Suspense>
  );
}
