import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import type { PendingFile } from './pendingFiles.ts';
import { listFailed, startUploads, type Uploads } from './uploads.ts';
import { refreshFilesOf } from './useFilesOf.ts';

export interface UseUploads {
  /** null before anything is sent. */
  readonly uploads: Uploads | null;
  readonly isSending: boolean;
  /** Some have not arrived, for a reason that may pass. */
  readonly hasFailed: boolean;
  readonly start: (geometryId: number, files: readonly PendingFile[]) => void;
  readonly retry: () => void;
}

/** Sends files and tells of the outcome (FILE-03, FILE-04); going away stops what is on its way. */
export function useUploads(onAllDone: (geometryId: number) => void): UseUploads {
  const { t } = useTexts();
  const queryClient = useQueryClient();
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
    void refreshFilesOf(queryClient, sent.geometryId);
    const failed = listFailed(sent).length > 0;
    const arrived = sent.states.get().some(({ phase }) => phase === 'done');
    if (failed) showToast({ kind: 'error', message: t('MAP.ERROR_UPLOADING_FILES') });
    else if (arrived) showToast({ kind: 'success', message: t('MAP.FILES_UPLOADED') });
    // Who has stopped some himself waits for nothing more.
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
