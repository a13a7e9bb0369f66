import { ActionIcon } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useTexts } from '../../i18n/index.ts';
import { useMap } from '../../map/index.ts';
import { Tooltip } from '../../ui/popovers/index.ts';
import { OwnPositionButton } from './own-position/OwnPositionButton.tsx';
import classes from './ZoomButtons.module.css';

export function ZoomButtons() {
  const { t } = useTexts();
  const map = useMap();
  const buttons = [
    { label: t('MAP.ZOOM_IN'), icon: <IconPlus size={18} />, act: () => map.camera.zoomBy(1) },
    { label: t('MAP.ZOOM_OUT'), icon: <IconMinus size={18} />, act: () => map.camera.zoomBy(-1) },
  ];
  return (
    <div className={classes.buttons}>
      {buttons.map(({ label, icon, act }) => (
        <Tooltip key={label} label={label} position="left">
          <ActionIcon className={classes.zoom ?? ''} aria-label={label} onClick={act}>
            {icon}
          </ActionIcon>
        </Tooltip>
      ))}
      <OwnPositionButton />
    </div>
  );
}
