import { deleteGeomFile, type GeomFile } from '@pgis/contract';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../api/index.ts';
import { useTexts } from '../i18n/index.ts';
import { confirm } from '../ui/dialogs/index.ts';
import { showToast } from '../ui/toasts/index.ts';
import { useRefreshFiles } from './fileQueries.ts';

/** FILE-05 to FILE-07: asks, and deletes a file of an object. */
export function useDeleteFile(): (file: GeomFile) => Promise<void> {
  const { t } = useTexts();
  const refresh = useRefreshFiles();
  const { mutate } = useMutation({
    mutationFn: ({ geometryId, fileId }: GeomFile) =>
      callApi(deleteGeomFile, { params: { geometryId, fileId } }),
    onSuccess: () => showToast({ kind: 'success', message: t('MAP.FILE_DELETED') }),
    onError: () => showToast({ kind: 'error', message: t('ERROR') }),
    onSettled: (_data, _error, { geometryId }) => refresh(geometryId),
  });
  return async (file) => {
    if (await confirm({ message: t('CONFIRM_DELETE', { name: file.name }), isDestructive: true }))
      mutate(file);
  };
}
