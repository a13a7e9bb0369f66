import { useQuery } from '@tanstack/react-query';
import { filesQuery } from '../../../objects/fileQueries.ts';
import { useSession } from '../../session/index.ts';

/** Files of an object, with the addresses of their images. */
export function useFilesOf(objectId: number | null) {
  const { user } = useSession();
  return useQuery(filesQuery(objectId, user?.userId ?? null));
}
