import { ActionIcon, Menu } from '@mantine/core';
import type { Classifier } from '@pgis/contract';
import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconDatabaseX,
  IconEye,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useTexts } from '../../i18n/index.ts';
import { useClearLayerData, useDeleteTreeNode, useOrderTreeNodes } from '../../layers/changeLayers.ts';
import { MoreMenu } from '../../ui/MoreMenu.tsx';
import { Tooltip } from '../../ui/popovers/index.ts';
import { openTreeNodeDialog } from '../layer-editor/index.ts';
import { movedIds } from './movedIds.ts';
import classes from './TreeScreen.module.css';

interface TreeRowActionsProps {
  readonly row: Classifier;
  readonly parentId: number;
  /** The siblings in their order; empty while a search hides some of them. */
  readonly siblings: readonly Classifier[];
}

/** The actions of a group, layer or status: a button to edit it, the others in a menu. */
export function TreeRowActions({ row, parentId, siblings }: TreeRowActionsProps) {
  const { t } = useTexts();
  if (row.companyId === 0 || row.kind === 'root') return null;
  const { kind, name } = row;
  const canMove = siblings.length > 1 && (kind === 'status' ? row.canEdit : row.canManage);
  return (
    <span className={classes.buttons}>
      <Tooltip label={t(row.canEdit ? 'CLASSIFIERS.EDIT' : 'CLASSIFIERS.LOOK')}>
        <ActionIcon
          aria-label={t('CLASSIFIERS.EDIT_ROW', { name })}
          onClick={() => openTreeNodeDialog({ kind: 'edit', what: kind, id: row.id })}
        >
          {row.canEdit ? <IconPencil size={16} /> : <IconEye size={16} />}
        </ActionIcon>
      </Tooltip>
      {(row.canManage || canMove) && (
        <MoreMenu label={t('CLASSIFIERS.MORE_FOR', { name })}>
          {kind === 'layer' && row.canManage && (
            <Menu.Item
              leftSection={<IconCopy size={16} />}
              onClick={() => openTreeNodeDialog({ kind: 'duplicate', what: 'layer', id: row.id })}
            >
              {t('CLASSIFIERS.DUPLICATE')}
            </Menu.Item>
          )}
          {canMove && <MoveItems row={row} parentId={parentId} siblings={siblings} />}
          {row.canManage && <RemoveItems row={row} />}
        </MoreMenu>
      )}
    </span>
  );
}

function MoveItems({ row, parentId, siblings }: TreeRowActionsProps) {
  const { t } = useTexts();
  const { mutate } = useOrderTreeNodes();
  const index = siblings.findIndex(({ id }) => id === row.id);
  const move = (by: -1 | 1) => mutate({ parentId, ids: movedIds(siblings, row.id, by) });
  return (
    <>
      <Menu.Item leftSection={<IconArrowUp size={16} />} disabled={index === 0} onClick={() => move(-1)}>
        {t('CLASSIFIERS.MOVE_UP')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowDown size={16} />}
        disabled={index === siblings.length - 1}
        onClick={() => move(1)}
      >
        {t('CLASSIFIERS.MOVE_DOWN')}
      </Menu.Item>
    </>
  );
}

function RemoveItems({ row }: Pick<TreeRowActionsProps, 'row'>) {
  const { t } = useTexts();
  const clearData = useClearLayerData();
  const remove = useDeleteTreeNode();
  return (
    <>
      <Menu.Divider />
      {row.kind === 'layer' && row.sourceId === null && (
        <Menu.Item
          leftSection={<IconDatabaseX size={16} />}
          color="red"
          disabled={row.usedCount === 0}
          onClick={() => clearData.mutate(row)}
        >
          {t('CLASSIFIERS.REMOVE_DATA')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconTrash size={16} />} color="red" onClick={() => remove.mutate(row)}>
        {t('CLASSIFIERS.DELETE')}
      </Menu.Item>
    </>
  );
}
