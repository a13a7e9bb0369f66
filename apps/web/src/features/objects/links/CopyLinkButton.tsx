import { Button } from '@mantine/core';
import { IconCheck, IconLink } from '@tabler/icons-react';
import { useTexts } from '../../../i18n/index.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useCopyLink } from './useCopyLink.ts';

interface CopyLinkProps {
  readonly objectId: number;
}

/** Copies the link of an object. */
export function CopyLinkButton({ objectId }: CopyLinkProps) {
  const { t } = useTexts();
  const { isCopied, copy } = useCopyLink(objectId);
  return (
    <Button
      variant="default"
      leftSection={isCopied ? <IconCheck size={16} /> : <IconLink size={16} />}
      onClick={() => void copy()}
    >
      {/* Announces the success to screen readers. */}
      <span aria-live="polite">{t(isCopied ? 'MAP.LINK_COPIED' : 'MAP.COPY_LINK')}</span>
    </Button>
  );
}

/** Copies the link of an object; an icon button among others. */
export function CopyLinkIcon({ objectId }: CopyLinkProps) {
  const { t } = useTexts();
  const { isCopied, copy } = useCopyLink(objectId);
  return (
    <>
      <IconButton label={t(isCopied ? 'MAP.LINK_COPIED' : 'MAP.COPY_LINK')} onClick={() => void copy()}>
        {isCopied ? <IconCheck size={18} /> : <IconLink size={18} />}
      </IconButton>
      <span className="visually-hidden" aria-live="polite">
        {isCopied && t('MAP.LINK_COPIED')}
      </span>
    </>
  );
}
