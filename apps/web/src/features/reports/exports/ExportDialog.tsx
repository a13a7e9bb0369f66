import { Button, Group } from '@mantine/core';
import type { ReportExport } from '@pgis/contract';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { DialogFrame } from '../../../ui/DialogFrame.tsx';
import { useAction } from '../../../ui/forms/useAction.ts';
import { useIsBelow } from '../../../ui/screenWidth.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { downloadExport, isUnderWay, useReportExports } from '../reportQueries.ts';
import { ExportForm } from './ExportForm.tsx';
import { ExportList } from './ExportList.tsx';
import type { ExportSource } from './ExportSource.ts';

interface ExportDialogProps {
  readonly source: ExportSource;
  readonly onClose: () => void;
}

/**
 * Dialog with the choices of an export, then the files of the user. A file that is ready while the dialog is open downloads
 * by itself.
 */
export default function ExportDialog({ source, onClose }: ExportDialogProps) {
  const { t } = useTexts();
  const isNarrow = useIsBelow('narrow');
  const [orderedId, setOrderedId] = useState<ReportExport['id'] | null>(null);
  const [opener] = useState(() => document.activeElement);
  const { data: files = [] } = useReportExports();
  const isWaiting = files.some((file) => file.id === orderedId && isUnderWay(file));
  useDownload(files.find(({ id, state }) => id === orderedId && state === 'done'));
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) requestAnimationFrame(() => opener.focus());
    },
    [opener],
  );
  const close = () => {
    if (isWaiting) tellWhere(source, t);
    onClose();
  };
  return (
    <DialogFrame
      title={t('REPORTS.EXPORT_TITLE', { name: source.layer.name })}
      onClose={close}
      size={860}
      fullScreen={isNarrow}
    >
      {orderedId === null ? (
        <ExportForm source={source} onOrdered={setOrderedId} />
      ) : (
        <>
          <ExportList />
          <Group justify="flex-end" gap="sm" mt="lg">
            <Button variant="default" onClick={() => setOrderedId(null)}>
              {t('REPORTS.NEW_EXPORT')}
            </Button>
            <Button data-autofocus onClick={close}>
              {t('COMMON.CLOSE')}
            </Button>
          </Group>
        </>
      )}
    </DialogFrame>
  );
}

/** Downloads a file once. */
function useDownload(file: ReportExport | undefined): void {
  const { run } = useAction(downloadExport);
  const downloadedId = useRef<number>(undefined);
  useEffect(() => {
    if (file === undefined || downloadedId.current === file.id) return;
    downloadedId.current = file.id;
    run(file);
  }, [file, run]);
}

function tellWhere({ hasFileList, layer }: ExportSource, t: ReturnType<typeof useTexts>['t']): void {
  if (hasFileList) {
    showToast({ kind: 'info', message: t('REPORTS.EXPORT_BEGUN') });
    return;
  }
  showToast({
    kind: 'info',
    message: t('REPORTS.EXPORT_BEGUN_ELSEWHERE'),
    action: {
      label: t('REPORTS.SHOW_FILES'),
      onAct: () => {
        const [, language = 'en'] = window.location.hash.split('/');
        window.location.assign(`#/${language}/reports/layer-reports?layer=${layer.id}`);
      },
    },
  });
}
