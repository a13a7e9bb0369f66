import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCurrentLocation, IconNavigationFilled } from '@tabler/icons-react';
import { useTexts } from '../../i18n/index.ts';
import { useOwnPlace } from './useOwnPlace.ts';
import classes from './ZoomButtons.module.css';

const labels = {
  off: 'MAP.OWN_PLACE',
  looking: 'MAP.OWN_PLACE_STOP',
  following: 'MAP.OWN_PLACE_STOP',
  shown: 'MAP.OWN_PLACE_FOLLOW',
} as const;

/** Where am I: a dot with its accuracy, and the map goes along. */
export function OwnPlaceButton() {
  const { t } = useTexts();
  const { state, press, accuracyText } = useOwnPlace();
  const label = t(labels[state]);
  const Icon = state === 'following' ? IconNavigationFilled : IconCurrentLocation;
  return (
    <>
      <Tooltip label={label} position="left">
        <ActionIcon
          className={classes.own ?? ''}
          aria-label={label}
          data-on={state !== 'off' || undefined}
          loading={state === 'looking'}
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
