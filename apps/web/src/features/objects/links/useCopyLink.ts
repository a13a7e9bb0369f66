import { useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { inform } from '../../../ui/dialogs/index.ts';
import { objectLink } from './objectLink.ts';

/** Copies the object's link to the clipboard; if the browser refuses, shows it so that the user can copy it. */
export function useCopyLink(objectId: number) {
  const { t, language } = useTexts();
  const [copiedId, setCopiedId] = useState<number | null>(null);
  const copy = async () => {
    const link = objectLink(objectId, language);
    try {
      await navigator.clipboard.writeText(link);
      setCopiedId(objectId);
    } catch {
      await inform({ title: t('MAP.COPY_LINK'), message: link });
    }
  };
  return { copy, isCopied: copiedId === objectId };
}
