import { listGeomFiles } from '@pgis/contract';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';
import { useSession } from '../session/index.ts';
import { imageAddressesFreshMs } from './imageAddresses.ts';

/** The files of an object, asked for again before the addresses of their pictures run out. */
export function useFilesOf(objectId: number | null) {
  const { user } = useSession();
  return useQuery({
    queryKey: ['geom-files', objectId, user?.userId ?? null],
    queryFn: ({ signal }) =>
      callApi(listGeomFiles, { params: { geometryId: objectId ?? 0 }, signal, background: true }),
    enabled: objectId !== null && user !== null,
    staleTime: 0,
    refetchInterval: imageAddressesFreshMs,
  });
}

/** After a change: the list and the thumbnails of the popup are read again. */
export async function refreshFilesOf(queryClient: QueryClient, objectId: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['geom-files', objectId] }),
    queryClient.invalidateQueries({ queryKey: ['geom-images', objectId] }),
  ]);
}
