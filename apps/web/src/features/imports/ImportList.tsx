import { ActionIcon, Button } from '@mantine/core';
import type { Import } from '@pgis/contract';
import { IconX } from '@tabler/icons-react';
import { formatDateTime, formatNumber, useTexts } from '../../i18n/index.ts';
import { confirm } from '../../ui/dialogs/index.ts';
import { countApplied } from './compare/choice.ts';
import { isBusy, useDeleteImport, useImports } from './importQueries.ts';
import classes from './imports.module.css';
import { openImport } from './openedImport.ts';

/** The user's imports: unfinished ones to go on with, results to look at. Renders nothing without any. */
export function ImportList() {
  const { t } = useTexts();
  const { data: all = [] } = useImports();
  if (all.length === 0) return null;
  return (
    <section aria-label={t('IMPORT.LIST')}>
      <h2 className={classes.caption}>{t('IMPORT.LIST')}</h2>
      <ul className={classes.list}>
        {all.map((one) => (
          <ImportRow key={one.id} one={one} />
        ))}
      </ul>
    </section>
  );
}

function ImportRow({ one }: { readonly one: Import }) {
  const { t, language } = useTexts();
  const { mutate: remove } = useDeleteImport();
  const name = one.files.map((file) => file.name).join(', ');
  const number = (count: number) => formatNumber(count, language);
  const stateText = () => {
    switch (one.state) {
      case 'uploading':
        return t('IMPORT.STATE_UPLOADING');
      case 'reading':
        return t('IMPORT.STATE_READING');
      case 'ready':
        return t('IMPORT.STATE_READY');
      case 'importing':
        return t('IMPORT.STATE_IMPORTING', { number: number(one.progress?.done ?? 0) });
      case 'compared':
        return t('IMPORT.COMPARE.STATE');
      case 'failed':
        return t('IMPORT.STATE_FAILED');
      case 'done':
        return one.result?.undoneAt != null
          ? t('IMPORT.UNDONE')
          : one.result?.compared === undefined
            ? t('IMPORT.STATE_DONE', { number: number(one.result?.added ?? 0) })
            : t('IMPORT.COMPARE.STATE_DONE', { number: number(countApplied(one.result)) });
    }
  };
  const forget = async () => {
    const isSure =
      !isBusy(one) || (await confirm({ message: t('IMPORT.CONFIRM_STOP', { name }), isDestructive: true }));
    if (isSure) remove(one.id);
  };
  return (
    <li className={classes.listRow}>
      <span className={classes.listName}>{name}</span>
      <span role="status">{stateText()}</span>
      <small>{formatDateTime(one.createdAt)}</small>
      {one.state !== 'uploading' && (
        <Button
          variant="default"
          size="xs"
          aria-label={t('IMPORT.OPEN_OF', { name })}
          onClick={() => openImport({ kind: 'existing', id: one.id })}
        >
          {t('IMPORT.OPEN')}
        </Button>
      )}
      <ActionIcon aria-label={t('IMPORT.REMOVE_OF', { name })} onClick={() => void forget()}>
        <IconX size={16} />
      </ActionIcon>
    </li>
  );
}
