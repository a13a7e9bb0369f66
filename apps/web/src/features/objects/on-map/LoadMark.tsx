import { ActionIcon, Loader } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useTexts } from '../../../i18n/index.ts';
import { useMap } from '../../../map/index.ts';
import { useStore } from '../../../store/useStore.ts';
import { Tooltip } from '../../../ui/popovers/index.ts';
import classes from './LoadMark.module.css';

/**
 * LOAD-10, D-CLS-11: a mark on the map when objects could not be loaded; a click tries again. Also says when the
 * server is still drawing an overview.
 */
export function LoadMark() {
  const { t } = useTexts();
  const map = useMap();
  const { failedIds, loadingIds, drawingIds } = useStore(map.objectLayers);
  if (failedIds.size === 0 && drawingIds.size > 0)
    return (
      <div className={classes.drawing ?? ''} role="status">
        <Loader size={14} /> {t('MAP.OVERVIEW_DRAWN')}
      </div>
    );
  if (failedIds.size === 0) return null;
  return (
    <Tooltip label={t('MAP.NOT_ALL_LOADED')} position="left">
      <ActionIcon
        className={classes.mark ?? ''}
        aria-label={t('MAP.NOT_ALL_LOADED')}
        loading={loadingIds.size > 0}
        onClick={() => map.retryLoading()}
      >
        <IconCloudOff size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
