import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { TrimmedTextInput } from '../../ui/inputs/TrimmedTextInput.tsx';
import classes from './OpenShareDialog.module.css';

interface LinkFieldProps {
  readonly label: string;
  /** Empty while the link is being made. */
  readonly link: string;
  /** Copies the link as soon as it is there, where the browser allows it. */
  readonly isCopiedAtOnce: boolean;
}

/** The link, selected so that it can be copied by the keyboard, with a button for those who use a mouse. */
export function LinkField({ label, link, isCopiedAtOnce }: LinkFieldProps) {
  const { t } = useTexts();
  const [copied, setCopied] = useState('');
  const row = useRef<HTMLDivElement>(null);
  const isCopied = link !== '' && copied === link;
  const wasCopied = useRef(!isCopiedAtOnce);

  useEffect(() => {
    if (wasCopied.current || link === '') return;
    wasCopied.current = true;
    navigator.clipboard?.writeText(link).then(
      () => setCopied(link),
      () => {},
    );
  }, [link]);

  // The field has the focus from the start, when there is nothing to select yet.
  useEffect(() => {
    const input = row.current?.querySelector('input');
    if (link !== '' && input && input === document.activeElement) input.select();
  }, [link]);

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
        label={label}
        value={link}
        placeholder={t('SHARE.MAKING')}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button
        leftSection={isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        disabled={link === ''}
        onClick={() => void copy()}
      >
        {/* Announces the success to screen readers. */}
        <span aria-live="polite">{t(isCopied ? 'SHARE.COPIED' : 'SHARE.COPY')}</span>
      </Button>
    </div>
  );
}
