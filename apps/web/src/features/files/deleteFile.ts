import { deleteGeomFile, type GeomFile } from '@pgis/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { callApi } from '../../api/index.ts';
import { confirm } from '../../ui/dialogs/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { refreshFilesOf } from './useFilesOf.ts';

interface DeleteOptions {
  readonly t: TFunction;
  readonly queryClient: QueryClient;
  readonly file: GeomFile;
}

/** FILE-05 to FILE-07. */
export async function deleteFile({ t, queryClient, file }: DeleteOptions): Promise<void> {
  const { geometryId, fileId, name } = file;
  if (!(await confirm({ message: t('CONFIRM_DELETE', { name }), isDestructive: true }))) return;
  try {
    await callApi(deleteGeomFile, { params: { geometryId, fileId } });
    showToast({ kind: 'success', message: t('MAP.FILE_DELETED') });
  } catch {
    showToast({ kind: 'error', message: t('ERROR') });
  }
  await refreshFilesOf(queryClient, geometryId);
}
