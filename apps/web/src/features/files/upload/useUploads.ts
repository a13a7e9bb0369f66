import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useRefreshFiles } from '../../../objects/fileQueries.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import type { PendingFile } from './pendingFiles.ts';
import { listFailed, startUploads, type Uploads } from './uploads.ts';

export interface UseUploads {
  /** null before anything is sent. */
  readonly uploads: Uploads | null;
  readonly isSending: boolean;
  /** True if some uploads failed for a reason that may pass. */
  readonly hasFailed: boolean;
  readonly start: (geometryId: number, files: readonly PendingFile[]) => void;
  readonly retry: () => void;
}

/** Sends files and shows the outcome in a toast (FILE-03, FILE-04); unmounting stops the uploads. */
export function useUploads(onAllDone: (geometryId: number) => void): UseUploads {
  const { t } = useTexts();
  const refreshFiles = useRefreshFiles();
  const [uploads, setUploads] = useState<Uploads | null>(null);
  const [isSending, setSending] = useState(false);
  const isHere = useRef(true);
  useEffect(() => () => uploads?.cancelAll(), [uploads]);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  const finish = (sent: Uploads, isComplete: boolean) => {
    if (!isHere.current) return;
    setSending(false);
    void refreshFiles(sent.geometryId);
    const failed = listFailed(sent).length > 0;
    const arrived = sent.states.get().some(({ phase }) => phase === 'done');
    if (failed) showToast({ kind: 'error', message: t('MAP.ERROR_UPLOADING_FILES') });
    else if (arrived) showToast({ kind: 'success', message: t('MAP.FILES_UPLOADED') });
    // No toast for uploads that the user has stopped.
    if (isComplete || !failed) onAllDone(sent.geometryId);
  };
  const start = (geometryId: number, files: readonly PendingFile[]) => {
    const sent = startUploads(geometryId, files);
    setUploads(sent);
    setSending(true);
    void sent.finished.then((isComplete) => finish(sent, isComplete));
  };
  return {
    uploads,
    isSending,
    hasFailed: !isSending && uploads !== null && listFailed(uploads).length > 0,
    start,
    retry: () => uploads && start(uploads.geometryId, listFailed(uploads)),
  };
}
