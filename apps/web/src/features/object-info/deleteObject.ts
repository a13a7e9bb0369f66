import { deleteGeom, type Geom, restoreGeom } from '@pgis/contract';
import type { TFunction } from 'i18next';
import { callApi } from '../../api/index.ts';
import { errorText } from '../../i18n/index.ts';
import type { MapController, SelectedKey } from '../../map/index.ts';
import { confirm } from '../../ui/dialogs/index.ts';
import { showToast } from '../../ui/toasts/index.ts';

interface DeleteOptions {
  readonly map: MapController;
  readonly t: TFunction;
  readonly geom: Pick<Geom, 'id' | 'name'>;
  readonly key: SelectedKey;
}

/** INFO-08..10, and Undo for as long as the toast is there (D-OBJ-05). */
export async function deleteObject({ map, t, geom, key }: DeleteOptions): Promise<void> {
  const { id, name } = geom;
  if (!(await confirm({ message: t('CONFIRM_DELETE', { name }), isDestructive: true }))) return;
  const fail = (cause: unknown) => showToast({ kind: 'error', message: errorText(t, cause) });

  const undo = async () => {
    try {
      await callApi(restoreGeom, { params: { id } });
      map.reload();
      map.setTool('SelectObject');
      map.select(key);
    } catch (cause) {
      fail(cause);
    }
  };
  try {
    await callApi(deleteGeom, { params: { id } });
  } catch (cause) {
    fail(cause);
    return;
  }
  map.removeObject(id);
  map.setTool('SelectObject');
  map.reload();
  showToast({
    kind: 'success',
    message: t('REPORTS.OBJECT_DELETED'),
    action: { label: t('COMMON.UNDO'), onAct: () => void undo() },
  });
}
