import { type Geom, getGeom } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';
import type { HoveredObject } from '../../map/index.ts';
import { useSession } from '../session/index.ts';

/** The object under the resting pointer as it is now; the map has drawn it some time ago. */
export function useHoveredObject(hovered: HoveredObject | null): Geom | undefined {
  const { user } = useSession();
  const id = hovered?.id ?? null;
  const { data, isFetchedAfterMount } = useQuery({
    queryKey: ['geom', id, user?.userId ?? null],
    queryFn: ({ signal }) => callApi(getGeom, { params: { id: id ?? 0 }, signal, background: true }),
    enabled: id !== null,
    staleTime: 0,
    retry: false,
  });
  return id !== null && isFetchedAfterMount ? data : undefined;
}
