import { ActionIcon, Menu } from '@mantine/core';
import { getGeom, type ReportRow } from '@pgis/contract';
import { IconMapPin, IconPencil, IconTrash } from '@tabler/icons-react';
import { callApi, loadCode } from '../../../api/index.ts';
import { errorText, useTexts } from '../../../i18n/index.ts';
import { useDeleteObject } from '../../../objects/useDeleteObject.ts';
import { MoreMenu } from '../../../ui/MoreMenu.tsx';
import { Tooltip } from '../../../ui/popovers/index.ts';
import { useIsBelow } from '../../../ui/screenWidth.ts';
import { showToast } from '../../../ui/toasts/index.ts';

interface ReportRowActionsProps {
  readonly row: ReportRow;
  readonly layerIds: readonly number[];
  /** Shows the object on the map beside the table; missing on a screen without a map. */
  readonly onShow?: (row: ReportRow) => void;
}

/** D-REP-01: show on the map, edit, delete. On a phone the last two are in a menu, to leave room for the row. */
export function ReportRowActions({ row, layerIds, onShow }: ReportRowActionsProps) {
  const { t, language } = useTexts();
  const isNarrow = useIsBelow('narrow');
  const { id, name, canWrite, canDelete } = row;
  const onMap = `#/${language}/dashboard?object=${id}`;
  const fail = (cause: unknown) => showToast({ kind: 'error', message: errorText(t, cause) });

  /** The edit dialog belongs to the map screen: it opens there with the object selected. */
  const edit = async () => {
    try {
      const [geom, { openEditDialog }] = await Promise.all([
        callApi(getGeom, { params: { id } }),
        loadCode(() => import('../../drawing/index.ts')),
      ]);
      openEditDialog(geom);
      if (onShow === undefined) window.location.hash = onMap;
      else onShow(row);
    } catch (cause) {
      fail(cause);
    }
  };
  const deleteObject = useDeleteObject();
  const remove = () => deleteObject({ object: row, layerIds });
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
