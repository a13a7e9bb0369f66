import { useState } from 'react';
import { useTexts } from '../../../../i18n/index.ts';
import { useRefreshFiles } from '../../../../objects/fileQueries.ts';
import { showToast } from '../../../../ui/toasts/index.ts';
import { useUnsavedWork } from '../../../../ui/unsaved-work/index.ts';
import { startUploads } from '../../../files/index.ts';
import { usePhotos } from '../../../photos/index.ts';

/** Pictures of an unsent public reply. They are as public as the report, so that nothing is uploaded before it is sent. */
export function useReplyPictures(objectId: number) {
  const { t } = useTexts();
  const photos = usePhotos();
  const refreshFiles = useRefreshFiles();
  const [isSending, setSending] = useState(false);
  useUnsavedWork(photos.list.length > 0);
  /** Uploads the pictures. Returns true if none has failed; those that have stay for another attempt. */
  const send = async (): Promise<boolean> => {
    if (photos.list.length === 0) return true;
    setSending(true);
    const uploads = startUploads(
      objectId,
      photos.list.map(({ file }) => ({ file, description: '' })),
    );
    const areSent = await uploads.finished;
    const states = uploads.states.get();
    photos.list.forEach((photo, index) => {
      if (states[index]?.phase === 'done') photos.remove(photo);
    });
    setSending(false);
    void refreshFiles(objectId);
    if (!areSent) showToast({ kind: 'error', message: t('MAP.ERROR_UPLOADING_FILES') });
    return areSent;
  };
  return { ...photos, isSending, send };
}

export type ReplyPictures = ReturnType<typeof useReplyPictures>;
