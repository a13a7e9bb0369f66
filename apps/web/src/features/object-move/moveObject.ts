import { type Geom, getGeom, updateGeom } from '@pgis/contract';
import { type Extent, geometryExtent, parseWkt, toWkt, translateGeometry } from '@pgis/geo';
import type { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { ApiError, callApi } from '../../api/index.ts';
import { errorText } from '../../i18n/index.ts';
import type { MapController, ObjectMove } from '../../map/index.ts';
import { showToast } from '../../ui/toasts/index.ts';

interface Surroundings {
  readonly map: MapController;
  readonly t: TFunction;
  readonly queryClient: QueryClient;
}

/** D-OBJ-02: the whole geometry, translated; what the map draws is simplified. */
function translated(wkt: string, { dx, dy, drawn }: ObjectMove): string {
  const parsed = parseWkt(wkt);
  if (!parsed.ok) throw new Error('the geometry of the object cannot be read');
  if (!isThere(geometryExtent(parsed.geometry), drawn))
    throw new ApiError({ code: 'OBJECT_CHANGED', status: 409 });
  return toWkt(translateGeometry(parsed.geometry, dx, dy));
}

/** Somebody else may have moved it since it was drawn. */
const isThere = (extent: Extent, { extent: drawn, toleranceM }: ObjectMove['drawn']): boolean =>
  extent.every((edge, side) => Math.abs(edge - (drawn[side] ?? Number.NaN)) <= toleranceM);

/** DRAG-02. */
const toMovePayload = ({ id, name, description, classId, data }: Geom, wkt: string) => ({
  id,
  name,
  description,
  classId,
  oldClassId: classId,
  data: data || '{}',
  wkt,
});

const save = (geom: Geom, wkt: string, version: number): Promise<Geom> =>
  callApi(updateGeom, {
    params: { id: geom.id },
    headers: { 'if-match': `"${version}"` },
    body: toMovePayload(geom, wkt),
  });

/** After a failed move there are no two versions to look at: the map loads what there is. */
const reasonOf = (t: TFunction, cause: unknown): string =>
  cause instanceof ApiError && cause.code === 'OBJECT_CHANGED'
    ? t('MAP.CHANGED_MEANWHILE')
    : errorText(t, cause);

/** DRAG-01: reads the object whole and saves it at its new place; what fails goes back to the old one. */
export async function moveObject({ map, t, queryClient }: Surroundings, move: ObjectMove): Promise<void> {
  const remember = (saved: Geom) => {
    queryClient.setQueriesData({ queryKey: ['geom', saved.id] }, saved);
    map.reload();
  };
  // DRAG-04.
  const fail = (cause: unknown) =>
    showToast({ kind: 'error', message: `${t('MAP.FAILED_TO_MOVE_FEATURE')}. ${reasonOf(t, cause)}` });

  const undo = async (before: Geom, version: number) => {
    try {
      remember(await save(before, before.wkt, version));
    } catch (cause) {
      fail(cause);
    }
  };
  try {
    const before = await callApi(getGeom, { params: { id: move.id } });
    const saved = await save(before, translated(before.wkt, move), before.version);
    move.settle('moved');
    remember(saved);
    showToast({
      kind: 'success',
      message: t('MAP.FEATURE_MOVED'),
      action: { label: t('COMMON.UNDO'), onAct: () => void undo(before, saved.version) },
    });
  } catch (cause) {
    move.settle('failed');
    fail(cause);
    map.reload();
  }
}
