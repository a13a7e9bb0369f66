import { downloadGeomFile, type GeomFile } from '@pgis/contract';
import { callApi } from '../../../api/index.ts';
import { errorText, type TFunction } from '../../../i18n/index.ts';
import { saveFile } from '../../../ui/saveFile.ts';
import { showToast } from '../../../ui/toasts/index.ts';

/** Saves a file under its own name. */
export async function downloadFile(t: TFunction, { geometryId, fileId, name }: GeomFile): Promise<void> {
  try {
    saveFile(await callApi(downloadGeomFile, { params: { geometryId, fileId } }), name);
  } catch (cause) {
    showToast({ kind: 'error', message: errorText(t, cause) });
  }
}
