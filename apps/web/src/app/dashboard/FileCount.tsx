import { useEffect } from 'react';
import { useFilesOf } from '../../features/files/index.ts';

interface FileCountProps {
  readonly objectId: number;
  readonly onCount: (count: number) => void;
}

/** The number of files of an object. Visitors see no files, so this loads apart from the first page. */
export default function FileCount({ objectId, onCount }: FileCountProps) {
  const count = useFilesOf(objectId).data?.length ?? 0;
  useEffect(() => onCount(count), [count, onCount]);
  return null;
}
