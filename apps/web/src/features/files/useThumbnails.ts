import { listGeomImages } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';
import { useSession } from '../session/index.ts';
import { imageAddressesFreshMs } from './imageAddresses.ts';

/** Addresses of the thumbnails of an object, newest first, for `img`; none while they are not known. */
export function useThumbnails(objectId: number | null): readonly string[] {
  const { user } = useSession();
  const { data } = useQuery({
    queryKey: ['geom-images', objectId, user?.userId ?? null],
    queryFn: ({ signal }) =>
      callApi(listGeomImages, { params: { geometryId: objectId ?? 0 }, signal, background: true }),
    enabled: objectId !== null,
    staleTime: imageAddressesFreshMs,
  });
  return (objectId !== null && data) || [];
}
