import { ActionIcon } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { useTexts } from '../../../i18n/index.ts';
import { useStore } from '../../../store/useStore.ts';
import { Tooltip } from '../../../ui/popovers/index.ts';
import { closeTable, openedTable, openTable, type TableLayer } from './openedTable.ts';

interface OpenTableButtonProps {
  readonly layer: TableLayer;
  readonly isAllowed: boolean;
  /** Called when the table opens, for example to make room for it. */
  readonly onOpen: () => void;
}

/** Opens and closes the table of a layer below the map; disabled without Read in the layer's unit. */
export function OpenTableButton({ layer, isAllowed, onOpen }: OpenTableButtonProps) {
  const { t } = useTexts();
  const isOpen = useStore(openedTable, (opened) => opened.layer?.id === layer.id);
  const toggle = () => {
    if (isOpen) {
      closeTable();
      return;
    }
    openTable(layer);
    onOpen();
  };
  return (
    <Tooltip label={t('TABLE.OPEN')}>
      <ActionIcon
        disabled={!isAllowed}
        aria-label={t('TABLE.OPEN_OF', { layer: layer.name })}
        aria-pressed={isOpen}
        onClick={toggle}
      >
        <IconTable size="var(--icon-size)" />
      </ActionIcon>
    </Tooltip>
  );
}
