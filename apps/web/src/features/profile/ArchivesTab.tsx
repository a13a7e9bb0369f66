import { ActionIcon, Button, FileButton, Skeleton } from '@mantine/core';
import { type CompanyZip, limits } from '@pgis/contract';
import { IconDownload, IconTrash, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText, formatDateTime, formatFileSize, useTexts } from '../../i18n/index.ts';
import { confirm } from '../../ui/dialogs/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useAction } from '../../ui/forms/useAction.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { ArchiveUpload, type SendingArchive } from './ArchiveUpload.tsx';
import classes from './profile.module.css';
import { addArchive, archivesQuery, downloadArchive, removeArchive } from './profileQueries.ts';

/** D-FILE-04, API-PROF-01 to 04: zip files that are stored unchanged. */
export function ArchivesTab({ companyId }: { readonly companyId: number }) {
  const { t } = useTexts();
  const query = useQuery(archivesQuery(companyId));
  const { sending, send } = useArchiveUpload(companyId);
  const { run: remove } = useAction(removeArchive(companyId));
  const { run: download } = useAction(downloadArchive(companyId));
  const confirmRemoval = async (name: string) => {
    const message = t('PROFILE.CONFIRM_DELETE_ARCHIVE', { name });
    if (await confirm({ message, isDestructive: true })) remove(name);
  };

  if (query.isError) return <EmptyState title={t('ADMIN.NOT_LOADED')} text={errorText(t, query.error)} />;
  if (query.data === undefined) return <Skeleton height={160} maw={640} />;
  return (
    <div className={classes.form}>
      {query.data.length === 0 ? (
        <p className={classes.note}>{t('PROFILE.NO_ARCHIVES')}</p>
      ) : (
        <ul className={classes.archives} aria-label={t('PROFILE.ARCHIVES')}>
          {query.data.map((archive) => (
            <ArchiveRow
              key={archive.id}
              archive={archive}
              onDownload={() => download(archive.name)}
              onDelete={() => void confirmRemoval(archive.name)}
            />
          ))}
        </ul>
      )}
      {sending !== null && <ArchiveUpload {...sending} />}
      <p className={classes.note}>{t('PROFILE.ARCHIVES_NOTE')}</p>
      <FileButton accept=".zip,application/zip" onChange={send}>
        {(props) => (
          <Button {...props} leftSection={<IconUpload size={16} />} loading={sending !== null}>
            {t('PROFILE.ADD_ARCHIVE')}
          </Button>
        )}
      </FileButton>
    </div>
  );
}

/** Sends one archive; `sending` describes it until it is stored or stopped. */
function useArchiveUpload(companyId: number) {
  const { t } = useTexts();
  const [sending, setSending] = useState<SendingArchive | null>(null);
  const { run } = useAction(addArchive(companyId), (added) =>
    added === null ? undefined : t('PROFILE.ARCHIVE_ADDED', { name: added.name }),
  );
  const send = (file: File | null) => {
    if (file === null) return;
    const { name, size } = file;
    if (size > limits.attachmentBytes) {
      showToast({ kind: 'error', message: t('PROFILE.ARCHIVE_TOO_LARGE') });
      return;
    }
    const controller = new AbortController();
    const show = (share: number) => setSending({ name, size, share, stop: () => controller.abort() });
    show(0);
    run(
      { file, signal: controller.signal, onProgress: (sent, total) => show(sent / total) },
      { onSettled: () => setSending(null) },
    );
  };
  return { sending, send };
}

interface ArchiveRowProps {
  readonly archive: CompanyZip;
  readonly onDownload: () => void;
  readonly onDelete: () => void;
}

function ArchiveRow({ archive, onDownload, onDelete }: ArchiveRowProps) {
  const { t, language } = useTexts();
  const { name, size, entries, addedAt, addedBy } = archive;
  const facts = {
    size: formatFileSize(size, language),
    count: entries,
    time: formatDateTime(addedAt),
    user: addedBy,
  };
  return (
    <li className={classes.archive}>
      <div>
        <div className={classes.device}>{name}</div>
        <div className={classes.note}>{t('PROFILE.ARCHIVE_ROW', facts)}</div>
      </div>
      <ActionIcon aria-label={t('PROFILE.DOWNLOAD_ARCHIVE', { name })} onClick={onDownload}>
        <IconDownload size={18} />
      </ActionIcon>
      <ActionIcon aria-label={t('PROFILE.DELETE_ARCHIVE', { name })} onClick={onDelete}>
        <IconTrash size={18} />
      </ActionIcon>
    </li>
  );
}
