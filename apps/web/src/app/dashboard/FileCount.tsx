import { useEffect } from 'react';
import { useFilesOf } from '../../features/files/index.ts';

interface FileCountProps {
  readonly objectId: number;
  readonly onCount: (count: number) => void;
}

/** Tells how many files an object has. Visitors see none, so nothing about files is in what they start with. */
export default function FileCount({ objectId, onCount }: FileCountProps) {
  const count = useFilesOf(objectId).data?.length ?? 0;
  useEffect(() => onCount(count), [count, onCount]);
  return null;
}
