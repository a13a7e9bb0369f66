import { Button, Skeleton } from '@mantine/core';
import type { GeomFile } from '@pgis/contract';
import { IconPaperclip, IconUpload } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { errorText, useTexts } from '../../../i18n/index.ts';
import { useDeleteFile } from '../../../objects/useDeleteFile.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { lazyDialog } from '../../../ui/lazy-parts/index.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { findAddProblem, type PendingFile } from '../upload/pendingFiles.ts';
import { UploadDialog } from '../upload/UploadDialog.tsx';
import { useDroppedFiles } from '../upload/useDroppedFiles.ts';
import { downloadFile } from './downloadFile.ts';
import { FileRow } from './FileRow.tsx';
import classes from './FilesList.module.css';
import { useFilesOf } from './useFilesOf.ts';

const ImageViewer = lazyDialog(() => import('./ImageViewer.tsx'));

interface FilesListProps {
  readonly objectId: number;
  readonly canAdd: boolean;
}

/** FILE-01: the files of an object, with a button that adds more. Loads on demand. */
export default function FilesList({ objectId, canAdd }: FilesListProps) {
  const { t } = useTexts();
  const query = useFilesOf(objectId);
  /** Files that the upload dialog starts with; null while it is closed. */
  const [dropped, setDropped] = useState<readonly PendingFile[] | null>(null);
  const drop = useDroppedFiles(canAdd, (files) => {
    const problem = findAddProblem(files, []);
    if (problem === null) setDropped(files.map((file) => ({ file, description: '' })));
    else showToast({ kind: 'error', message: t(`MAP.${problem}`) });
  });
  const addButton = canAdd && (
    <Button variant="light" leftSection={<IconUpload size={16} />} onClick={() => setDropped([])}>
      {t('MAP.FILES.ADD_FILE')}
    </Button>
  );
  return (
    <section className={classes.tab} aria-label={t('MAP.OBJECT_FILES')} {...drop.handlers}>
      {query.data && query.data.length > 0 && <div className={classes.head}>{addButton}</div>}
      {query.isPending && <LoadingFiles />}
      {query.isError && (
        <EmptyState
          title={t('MAP.FILES.NOT_LOADED')}
          text={errorText(t, query.error)}
          actions={<Button onClick={() => void query.refetch()}>{t('COMMON.RETRY')}</Button>}
        />
      )}
      {query.data?.length === 0 && (
        <EmptyState
          icon={<IconPaperclip size={32} />}
          title={t('MAP.FILES.EMPTY')}
          text={canAdd ? t('MAP.FILES.EMPTY_TEXT') : undefined}
          actions={addButton || undefined}
        />
      )}
      {query.data && <Files files={query.data} />}
      {drop.isOver && <div className={classes.drop}>{t('MAP.FILES.DROP')}</div>}
      {dropped !== null && (
        <UploadDialog objectId={objectId} dropped={dropped} onClose={() => setDropped(null)} />
      )}
    </section>
  );
}

function Files({ files }: { readonly files: readonly GeomFile[] }) {
  const { t } = useTexts();
  const deleteFile = useDeleteFile();
  const [openId, setOpenId] = useState<number | null>(null);
  const images = files.filter((file) => file.images !== null);
  const download = (file: GeomFile) => void downloadFile(t, file);
  if (files.length === 0) return null;
  return (
    <>
      <ul className={classes.list}>
        {files.map((file) => (
          <FileRow
            key={file.id}
            file={file}
            onOpen={() => setOpenId(file.id)}
            onDownload={() => download(file)}
            onDelete={() => void deleteFile(file)}
          />
        ))}
      </ul>
      {openId !== null && (
        <Suspense>
          <ImageViewer files={images} openId={openId} onOpen={setOpenId} onClose={() => setOpenId(null)} />
        </Suspense>
      )}
    </>
  );
}

function LoadingFiles() {
  return (
    <div aria-hidden="true">
      {[70, 50, 60].map((width) => (
        <div key={width} className={classes.loading}>
          <Skeleton width={56} height={56} radius="md" />
          <div className={classes.loadingWords}>
            <Skeleton height={12} width={`${width}%`} />
            <Skeleton height={10} width="40%" mt={8} />
          </div>
        </div>
      ))}
    </div>
  );
}
