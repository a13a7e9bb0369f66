import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { type Classifier, orderClassifiers } from '@pgis/contract';
import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconDatabaseX,
  IconEye,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';
import { errorText, useTexts } from '../../i18n/index.ts';
import { MoreMenu } from '../../ui/MoreMenu.tsx';
import { showToast } from '../../ui/toasts/index.ts';
import { openClassifierDialog } from '../classifiers/index.ts';
import { deleteRow, removeData } from './deleteRow.ts';
import { movedIds } from './movedIds.ts';
import classes from './TreeScreen.module.css';

interface RowActionsProps {
  readonly row: Classifier;
  readonly parentId: number;
  /** In their order; empty where only a part of them is shown. */
  readonly siblings: readonly Classifier[];
}

/** What can be done with a group, layer or status: the usual beside it, the rest in a menu. */
export function RowActions({ row, parentId, siblings }: RowActionsProps) {
  const { t } = useTexts();
  const queryClient = useQueryClient();
  if (row.companyId === 0 || row.kind === 'root') return null;
  const { kind, name } = row;

  const run = async (action: () => Promise<boolean>) => {
    try {
      if (!(await action())) return;
      await Promise.all(
        ['classifier-tree', 'layer-list'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
      );
    } catch (cause) {
      showToast({ kind: 'error', message: errorText(t, cause) });
    }
  };
  const move = (by: -1 | 1) =>
    run(async () => {
      await callApi(orderClassifiers, {
        params: { baseId: parentId },
        body: { ids: movedIds(siblings, row.id, by) },
      });
      return true;
    });
  const place = siblings.findIndex(({ id }) => id === row.id);
  const mayMove = siblings.length > 1 && (kind === 'status' ? row.canEdit : row.canManage);
  return (
    <span className={classes.buttons}>
      <Tooltip label={t(row.canEdit ? 'CLASSIFIERS.EDIT' : 'CLASSIFIERS.LOOK')}>
        <ActionIcon
          aria-label={t('CLASSIFIERS.EDIT_ROW', { name })}
          onClick={() => openClassifierDialog({ kind: 'edit', what: kind, id: row.id })}
        >
          {row.canEdit ? <IconPencil size={16} /> : <IconEye size={16} />}
        </ActionIcon>
      </Tooltip>
      {(row.canManage || mayMove) && (
        <MoreMenu label={t('CLASSIFIERS.MORE_FOR', { name })}>
          {kind === 'layer' && row.canManage && (
            <Menu.Item
              leftSection={<IconCopy size={16} />}
              onClick={() => openClassifierDialog({ kind: 'duplicate', what: 'layer', id: row.id })}
            >
              {t('CLASSIFIERS.DUPLICATE')}
            </Menu.Item>
          )}
          {mayMove && (
            <>
              <Menu.Item
                leftSection={<IconArrowUp size={16} />}
                disabled={place === 0}
                onClick={() => void move(-1)}
              >
                {t('CLASSIFIERS.MOVE_UP')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconArrowDown size={16} />}
                disabled={place === siblings.length - 1}
                onClick={() => void move(1)}
              >
                {t('CLASSIFIERS.MOVE_DOWN')}
              </Menu.Item>
            </>
          )}
          {row.canManage && (
            <>
              <Menu.Divider />
              {kind === 'layer' && row.sourceId === null && (
                <Menu.Item
                  leftSection={<IconDatabaseX size={16} />}
                  color="red"
                  disabled={row.usedCount === 0}
                  onClick={() => void run(() => removeData(row, t))}
                >
                  {t('CLASSIFIERS.REMOVE_DATA')}
                </Menu.Item>
              )}
              <Menu.Item
                leftSection={<IconTrash size={16} />}
                color="red"
                onClick={() => void run(() => deleteRow(row, t))}
              >
                {t('CLASSIFIERS.DELETE')}
              </Menu.Item>
            </>
          )}
        </MoreMenu>
      )}
    </span>
  );
}
