import { exportGeomCsv, type Geom } from '@pgis/contract';
import { callApi } from '../../api/index.ts';
import type { TFunction } from '../../i18n/index.ts';
import { saveFile } from '../../ui/saveFile.ts';
import { showToast } from '../../ui/toasts/index.ts';

/** CSV-01..04, API-GEOM-12. */
export async function exportCsv(geom: Pick<Geom, 'id' | 'name'> | undefined, t: TFunction): Promise<void> {
  if (geom === undefined) {
    showToast({ kind: 'error', message: t('ERROR') });
    return;
  }
  const { id, name } = geom;
  try {
    saveFile(await callApi(exportGeomCsv, { params: { id }, body: { id, name } }), `${name}.csv`);
    showToast({ kind: 'success', message: t('MAP.FILE_EXPORTED') });
  } catch (cause) {
    console.error('the object could not be exported', cause);
    showToast({ kind: 'error', message: t('MAP.ERROR_FILE_EXPORT') });
  }
}
