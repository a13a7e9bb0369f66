import { type Geom, getGeom } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';
import type { HoveredObject } from '../../map/index.ts';
import { objectQuery } from '../../objects/objectQueries.ts';
import { useSession } from '../session/index.ts';

/** The current version of the object under the resting pointer; the drawn one may be older. */
export function useHoveredObject(hovered: HoveredObject | null): Geom | undefined {
  const { user } = useSession();
  const id = hovered?.id ?? null;
  const { data, isFetchedAfterMount } = useQuery({
    ...objectQuery(id, user?.userId ?? null),
    queryFn: ({ signal }) => callApi(getGeom, { params: { id: id ?? 0 }, signal, background: true }),
    retry: false,
  });
  return id !== null && isFetchedAfterMount ? data : undefined;
}
