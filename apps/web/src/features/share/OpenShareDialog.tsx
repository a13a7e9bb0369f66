import { Button, Group } from '@mantine/core';
import { IconCheck, IconCopy, IconMail, IconShare2 } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useMap } from '../../map/index.ts';
import { DialogFrame } from '../../ui/DialogFrame.tsx';
import { TrimmedTextInput } from '../../ui/inputs/TrimmedTextInput.tsx';
import { useIsBelow } from '../../ui/screenWidth.ts';
import { useBaseLayers } from '../layer-list/index.ts';
import { readMapState } from '../map-address/index.ts';
import { HiddenLayersNote } from './HiddenLayersNote.tsx';
import classes from './OpenShareDialog.module.css';
import { QrCodeBox } from './QrCodeBox.tsx';
import { SharedParts } from './SharedParts.tsx';
import { type SharedPart, shareLink } from './shareLink.ts';

const allParts: readonly SharedPart[] = ['view', 'layers', 'filters', 'object', 'base'];

/** The open dialog; its link shows the map as it was when the dialog opened. */
export default function OpenShareDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, language } = useTexts();
  const map = useMap();
  const { visibleIds } = useBaseLayers();
  const isNarrow = useIsBelow('narrow');
  const [address] = useState(() => readMapState(map, visibleIds));
  const [parts, setParts] = useState<ReadonlySet<SharedPart>>(() => new Set(allParts));
  const link = shareLink(address, parts, language);
  const title = t('SHARE.TITLE');

  const toggle = (part: SharedPart) => setParts(parts.symmetricDifference(new Set([part])));

  return (
    <DialogFrame
      onClose={onClose}
      title={title}
      size={760}
      fullScreen={isNarrow}
      classNames={{ body: classes.body ?? '' }}
    >
      <div className={classes.columns}>
        <div className={classes.main}>
          <LinkField link={link} />
          <SharedParts address={address} parts={parts} onToggle={toggle} />
          <HiddenLayersNote isShown={parts.has('layers')} />
        </div>
        <QrCodeBox link={link} />
      </div>
      <Group justify="flex-end" className={classes.foot ?? ''}>
        <SendButton link={link} title={title} />
        {!isNarrow && (
          <Button variant="default" onClick={onClose}>
            {t('COMMON.CLOSE')}
          </Button>
        )}
      </Group>
    </DialogFrame>
  );
}

/** The link, selected so that it can be copied by the keyboard, with a button for those who use a mouse. */
function LinkField({ link }: { readonly link: string }) {
  const { t } = useTexts();
  const [copied, setCopied] = useState('');
  const row = useRef<HTMLDivElement>(null);
  const isCopied = copied === link;

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(link);
    } catch {
      // The browser refuses: the user can copy what is selected.
      row.current?.querySelector('input')?.select();
    }
  };

  return (
    <div ref={row} className={classes.link}>
      <TrimmedTextInput
        data-autofocus
        readOnly
        className={classes.field ?? ''}
        label={t('SHARE.LINK')}
        value={link}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button
        leftSection={isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        onClick={() => void copy()}
      >
        {/* Announces the success to screen readers. */}
        <span aria-live="polite">{t(isCopied ? 'SHARE.COPIED' : 'SHARE.COPY')}</span>
      </Button>
    </div>
  );
}

interface SendButtonProps {
  readonly link: string;
  readonly title: string;
}

/** Sends by what the device offers; by e-mail where it offers nothing. */
function SendButton({ link, title }: SendButtonProps) {
  const { t } = useTexts();
  if ('share' in navigator) {
    // Closing the device's own dialog rejects, which needs no word.
    const send = () => void navigator.share({ title: document.title, url: link }).catch(() => {});
    return (
      <Button leftSection={<IconShare2 size={16} />} onClick={send}>
        {t('SHARE.SEND')}
      </Button>
    );
  }
  const subject = encodeURIComponent(`${title}: ${document.title}`);
  return (
    <Button
      component="a"
      variant="default"
      href={`mailto:?subject=${subject}&body=${encodeURIComponent(link)}`}
      leftSection={<IconMail size={16} />}
    >
      {t('SHARE.EMAIL')}
    </Button>
  );
}
