import { useQuery } from '@tanstack/react-query';
import { thumbnailsQuery } from '../../../objects/fileQueries.ts';
import { useSession } from '../../session/index.ts';

/** Addresses of an object's thumbnails for `img`, newest first; empty until they have loaded. */
export function useThumbnails(objectId: number | null): readonly string[] {
  const { user } = useSession();
  const { data } = useQuery(thumbnailsQuery(objectId, user?.userId ?? null));
  return (objectId !== null && data) || [];
}
