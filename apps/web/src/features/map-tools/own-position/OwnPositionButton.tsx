import { ActionIcon } from '@mantine/core';
import { IconCurrentLocation, IconNavigationFilled } from '@tabler/icons-react';
import { useTexts } from '../../../i18n/index.ts';
import { Tooltip } from '../../../ui/popovers/index.ts';
import classes from '../ZoomButtons.module.css';
import { useOwnPosition } from './useOwnPosition.ts';

const labels = {
  off: 'MAP.OWN_PLACE',
  locating: 'MAP.OWN_PLACE_STOP',
  following: 'MAP.OWN_PLACE_STOP',
  visible: 'MAP.OWN_PLACE_FOLLOW',
} as const;

/** Shows the position of the device as a dot with its accuracy; the map follows it. */
export function OwnPositionButton() {
  const { t } = useTexts();
  const { state, press, accuracyText } = useOwnPosition();
  const label = t(labels[state]);
  const Icon = state === 'following' ? IconNavigationFilled : IconCurrentLocation;
  return (
    <>
      <Tooltip label={label} position="left">
        <ActionIcon
          className={classes.own ?? ''}
          aria-label={label}
          data-on={state !== 'off' || undefined}
          loading={state === 'locating'}
          onClick={press}
        >
          <Icon size={18} />
        </ActionIcon>
      </Tooltip>
      <span role="status" className="visually-hidden">
        {accuracyText}
      </span>
    </>
  );
}
