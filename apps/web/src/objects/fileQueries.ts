import { listGeomFiles, listGeomImages } from '@pgis/contract';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../api/index.ts';
import { useObjectCache } from './objectQueries.ts';

/** Signed addresses of images are valid for 5 minutes; they are read again before that. */
const IMAGE_ADDRESS_FRESH_MS = 4 * 60_000;

const keys = {
  files: (objectId: number | null) => ['object-files', objectId],
  images: (objectId: number | null) => ['object-images', objectId],
} as const;

/** The files of an object, read again before the addresses of their images expire. */
export const filesQuery = (objectId: number | null, userId: number | null) =>
  queryOptions({
    queryKey: [...keys.files(objectId), userId],
    queryFn: ({ signal }) =>
      callApi(listGeomFiles, { params: { geometryId: objectId ?? 0 }, signal, background: true }),
    enabled: objectId !== null && userId !== null,
    staleTime: 0,
    refetchInterval: IMAGE_ADDRESS_FRESH_MS,
  });

/** Addresses of the thumbnails of an object, newest first. */
export const thumbnailsQuery = (objectId: number | null, userId: number | null) =>
  queryOptions({
    queryKey: [...keys.images(objectId), userId],
    queryFn: ({ signal }) =>
      callApi(listGeomImages, { params: { geometryId: objectId ?? 0 }, signal, background: true }),
    enabled: objectId !== null,
    staleTime: IMAGE_ADDRESS_FRESH_MS,
  });

/** Reads the files and thumbnails of an object again after a change of its files, which its timeline names. */
export function useRefreshFiles(): (objectId: number) => Promise<void> {
  const client = useQueryClient();
  const cache = useObjectCache();
  return async (objectId) => {
    await Promise.all([
      client.invalidateQueries({ queryKey: keys.files(objectId) }),
      client.invalidateQueries({ queryKey: keys.images(objectId) }),
      cache.invalidateCase(objectId),
    ]);
  };
}
