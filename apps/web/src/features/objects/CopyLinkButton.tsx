import { Button } from '@mantine/core';
import { IconCheck, IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { inform } from '../../ui/dialogs/index.ts';
import { objectLink } from './objectLink.ts';

interface CopyLinkButtonProps {
  readonly objectId: number;
}

/** Puts the object's link on the clipboard; where that is not allowed, shows it to be copied by hand. */
export function CopyLinkButton({ objectId }: CopyLinkButtonProps) {
  const { t, language } = useTexts();
  const [copiedId, setCopiedId] = useState<number | null>(null);
  const isCopied = copiedId === objectId;

  const copy = async () => {
    const link = objectLink(objectId, language);
    try {
      await navigator.clipboard.writeText(link);
      setCopiedId(objectId);
    } catch {
      await inform({ title: t('MAP.COPY_LINK'), message: link });
    }
  };
  return (
    <Button
      variant="default"
      leftSection={isCopied ? <IconCheck size={16} /> : <IconLink size={16} />}
      onClick={() => void copy()}
    >
      {/* Screen readers hear that it has worked. */}
      <span aria-live="polite">{t(isCopied ? 'MAP.LINK_COPIED' : 'MAP.COPY_LINK')}</span>
    </Button>
  );
}
