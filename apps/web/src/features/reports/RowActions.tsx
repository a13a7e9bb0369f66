import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { deleteGeom, getGeom, type ReportRow, restoreGeom } from '@pgis/contract';
import { IconMapPin, IconPencil, IconTrash } from '@tabler/icons-react';
import { callApi } from '../../api/index.ts';
import { errorText, useTexts } from '../../i18n/index.ts';
import { confirm } from '../../ui/dialogs/index.ts';
import { MoreMenu } from '../../ui/MoreMenu.tsx';
import { useIsBelow } from '../../ui/screenWidth.ts';
import { showToast } from '../../ui/toasts/index.ts';

interface RowActionsProps {
  readonly row: ReportRow;
  readonly onDeleted: () => void;
  /** Beside the map itself: shows it there. */
  readonly onShow?: (row: ReportRow) => void;
}

/** D-REP-01: show on the map, edit, delete. On a phone the last two wait in a menu, and leave room for the row. */
export function RowActions({ row, onDeleted, onShow }: RowActionsProps) {
  const { t, language } = useTexts();
  const isNarrow = useIsBelow('narrow');
  const { id, name, canWrite, canDelete } = row;
  const onMap = `#/${language}/dashboard?object=${id}`;
  const fail = (cause: unknown) => showToast({ kind: 'error', message: errorText(t, cause) });

  /** The dialog stands beside the map: it opens there, with the object selected behind it. */
  const edit = async () => {
    try {
      const [geom, { openEditDialog }] = await Promise.all([
        callApi(getGeom, { params: { id } }),
        import('../drawing/index.ts'),
      ]);
      openEditDialog(geom);
      if (onShow === undefined) window.location.hash = onMap;
      else onShow(row);
    } catch (cause) {
      fail(cause);
    }
  };
  const undo = () => callApi(restoreGeom, { params: { id } }).then(onDeleted).catch(fail);
  const remove = async () => {
    if (!(await confirm({ message: t('CONFIRM_DELETE', { name }), isDestructive: true }))) return;
    try {
      await callApi(deleteGeom, { params: { id } });
      showToast({
        kind: 'success',
        message: t('REPORTS.OBJECT_DELETED'),
        action: { label: t('COMMON.UNDO'), onAct: () => void undo() },
      });
      onDeleted();
    } catch (cause) {
      fail(cause);
    }
  };
  return (
    <>
      <Tooltip label={t('REPORTS.SHOW_ON_MAP')}>
        {onShow === undefined ? (
          <ActionIcon component="a" href={onMap} aria-label={t('REPORTS.SHOW_ON_MAP_OF', { name })}>
            <IconMapPin size={16} />
          </ActionIcon>
        ) : (
          <ActionIcon aria-label={t('REPORTS.SHOW_ON_MAP_OF', { name })} onClick={() => onShow(row)}>
            <IconMapPin size={16} />
          </ActionIcon>
        )}
      </Tooltip>
      {isNarrow && (canWrite || canDelete) && (
        <MoreMenu label={t('REPORTS.MORE_OF', { name })}>
          {canWrite && (
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => void edit()}>
              {t('REPORTS.EDIT')}
            </Menu.Item>
          )}
          {canDelete && (
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => void remove()}>
              {t('REPORTS.DELETE')}
            </Menu.Item>
          )}
        </MoreMenu>
      )}
      {!isNarrow && canWrite && (
        <Tooltip label={t('REPORTS.EDIT')}>
          <ActionIcon aria-label={t('REPORTS.EDIT_OF', { name })} onClick={() => void edit()}>
            <IconPencil size={16} />
          </ActionIcon>
        </Tooltip>
      )}
      {!isNarrow && canDelete && (
        <Tooltip label={t('REPORTS.DELETE')}>
          <ActionIcon color="red" aria-label={t('REPORTS.DELETE_OF', { name })} onClick={() => void remove()}>
            <IconTrash size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </>
  );
}
