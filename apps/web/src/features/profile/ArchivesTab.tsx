import { ActionIcon, Button, FileButton, Skeleton } from '@mantine/core';
import {
  type CompanyZip,
  deleteProfileFile,
  downloadProfileFile,
  importZip,
  limits,
  listCompanyZips,
} from '@pgis/contract';
import { IconDownload, IconTrash, IconUpload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi, uploadForm } from '../../api/index.ts';
import { errorText, formatDateTime, formatFileSize, useTexts } from '../../i18n/index.ts';
import { confirm } from '../../ui/dialogs/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { ArchiveUpload, type SendingArchive } from './ArchiveUpload.tsx';
import classes from './profile.module.css';

/** D-FILE-04, API-PROF-01 to 04: zips that are kept as they are. */
export function ArchivesTab({ companyId }: { readonly companyId: number }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const [sending, setSending] = useState<SendingArchive | null>(null);
  const queryKey = ['company-zips', companyId];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(listCompanyZips, { params: { companyId }, signal }),
    staleTime: 0,
  });
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (cause) {
      showToast({ kind: 'error', message: errorText(t, cause) });
    }
    await client.invalidateQueries({ queryKey });
  };
  const send = (file: File | null) => {
    if (file === null) return;
    if (file.size > limits.attachmentBytes) {
      showToast({ kind: 'error', message: t('PROFILE.ARCHIVE_TOO_LARGE') });
      return;
    }
    const form = new FormData();
    form.append('file', file);
    const controller = new AbortController();
    const { signal } = controller;
    const { name, size } = file;
    const show = (share: number) => setSending({ name, size, share, stop: () => controller.abort() });
    show(0);
    void attempt(async () => {
      try {
        const onProgress = (sent: number, total: number) => show(sent / total);
        const added = await uploadForm(importZip, { form, onProgress, signal });
        showToast({ kind: 'success', message: t('PROFILE.ARCHIVE_ADDED', { name: added.name }) });
      } catch (cause) {
        // Who stopped it knows.
        if (!signal.aborted) throw cause;
      }
    }).finally(() => setSending(null));
  };
  const remove = async (name: string) => {
    const message = t('PROFILE.CONFIRM_DELETE_ARCHIVE', { name });
    if (await confirm({ message, isDestructive: true }))
      await attempt(() => callApi(deleteProfileFile, { query: { name } }));
  };
  const download = (name: string) =>
    attempt(async () => saveFile(await callApi(downloadProfileFile, { body: { name } }), name));

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
              onDownload={() => void download(archive.name)}
              onDelete={() => void remove(archive.name)}
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
