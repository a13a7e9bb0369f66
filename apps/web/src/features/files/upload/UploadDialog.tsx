import { Button, Group } from '@mantine/core';
import { useTexts } from '../../../i18n/index.ts';
import { DialogFrame } from '../../../ui/DialogFrame.tsx';
import { useIsBelow } from '../../../ui/screenWidth.ts';
import MultiFileSelector from './MultiFileSelector.tsx';
import type { PendingFile } from './pendingFiles.ts';
import classes from './UploadDialog.module.css';
import UploadProgress from './UploadProgress.tsx';
import { usePendingFiles } from './usePendingFiles.ts';
import { useUploads } from './useUploads.ts';

interface UploadDialogProps {
  readonly objectId: number;
  /** Files dropped on the tab; they are pending from the start. */
  readonly dropped: readonly PendingFile[];
  readonly onClose: () => void;
}

/** ATT-03: collects files, then sends them, each with its progress. */
export function UploadDialog({ objectId, dropped, onClose }: UploadDialogProps) {
  const { t } = useTexts();
  const isNarrow = useIsBelow('narrow');
  const files = usePendingFiles(dropped);
  const { uploads, isSending, hasFailed, start, retry } = useUploads(onClose);
  const upload = () => {
    const all = files.takeAll();
    if (all === null) return;
    if (all.length === 0)
      files.add(); // Shows the error that no file is selected (ATT-04).
    else start(objectId, all);
  };
  return (
    <DialogFrame onClose={onClose} title={t('MAP.FILES.UPLOAD_TITLE')} size={560} fullScreen={isNarrow}>
      {uploads === null ? (
        <MultiFileSelector files={files} onUpload={upload} />
      ) : (
        <>
          <UploadProgress uploads={uploads} />
          <Group justify="flex-end" mt="md" gap="sm" className={classes.buttons ?? ''}>
            {isSending && (
              <Button variant="default" onClick={uploads.cancelAll}>
                {t('MAP.FILES.CANCEL_ALL')}
              </Button>
            )}
            {hasFailed && (
              <>
                <Button variant="default" onClick={onClose}>
                  {t('COMMON.CLOSE')}
                </Button>
                <Button onClick={retry}>{t('COMMON.RETRY')}</Button>
              </>
            )}
          </Group>
        </>
      )}
    </DialogFrame>
  );
}
