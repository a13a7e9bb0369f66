import { type BodyOf, changeGeomImage, type GeomFile } from '@pgis/contract';
import { mutationOptions, useMutation } from '@tanstack/react-query';
import { callApi } from '../api/index.ts';
import { errorText, useTexts } from '../i18n/index.ts';
import { showToast } from '../ui/toasts/index.ts';
import { useRefreshFiles } from './fileQueries.ts';

interface ImageChange {
  readonly file: GeomFile;
  readonly change: BodyOf<typeof changeGeomImage>;
}

/** Changes what the public gets of an image, as a form saves it. */
export function useImageChange() {
  const refresh = useRefreshFiles();
  return mutationOptions({
    mutationFn: ({ file: { geometryId, fileId }, change }: ImageChange) =>
      callApi(changeGeomImage, { params: { geometryId, fileId }, body: change }),
    onSuccess: (_saved, { file: { geometryId } }) => refresh(geometryId),
  });
}

/** Hides an image from the public at once, or shows it again, and offers Undo. */
export function useHideImage(): (file: GeomFile) => void {
  const { t } = useTexts();
  const { mutate } = useMutation({
    ...useImageChange(),
    onError: (cause) => showToast({ kind: 'error', message: errorText(t, cause) }),
  });
  const setHidden = (file: GeomFile, isHidden: boolean) =>
    mutate(
      { file, change: { isHidden } },
      {
        onSuccess: () =>
          showToast({
            kind: 'success',
            message: t(isHidden ? 'CASES.IMAGES.NOW_HIDDEN' : 'CASES.IMAGES.NOW_SHOWN'),
            action: { label: t('COMMON.UNDO'), onAct: () => setHidden(file, !isHidden) },
          }),
      },
    );
  return (file) => setHidden(file, !file.isHidden);
}
