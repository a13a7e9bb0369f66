import { Button, useComputedColorScheme } from '@mantine/core';
import { getBaseMapTile } from '@pgis/contract';
import { IconMapPin } from '@tabler/icons-react';
import { apiUrl } from '../../../api/index.ts';
import { useTexts } from '../../../i18n/index.ts';
import classes from './CitizenReport.module.css';
import { type MiniMap, toMiniMap } from './miniMap.ts';
import type { Place } from './usePlace.ts';

interface PlaceLineProps {
  readonly place: Place | null;
  readonly address: string;
  /** Others see the address, and the position only roughly. */
  readonly isBlurred: boolean;
  readonly onChange: () => void;
}

/** The position of a report as a small map and the nearest address. */
export function PlaceLine({ place, address, isBlurred, onChange }: PlaceLineProps) {
  const { t } = useTexts();
  if (place === null) {
    return (
      <div className={classes.place}>
        <span className={classes.mini}>
          <IconMapPin size={22} aria-hidden="true" />
        </span>
        <div className={classes.placeText}>
          <b>{t('CITIZEN.PLACE.NONE')}</b>
        </div>
        <Button variant="subtle" className={classes.change ?? ''} onClick={onChange}>
          {t('CITIZEN.PLACE.CHOOSE')}
        </Button>
      </div>
    );
  }
  const { lonLat, accuracyM } = place;
  return (
    <div className={classes.place}>
      <MiniMapImage mini={toMiniMap(lonLat)} />
      <div className={classes.placeText}>
        <b>{address}</b>
        <small>
          {accuracyM === null
            ? t('CITIZEN.PLACE.ON_MAP')
            : t('CITIZEN.PLACE.OF_DEVICE', { distance: Math.ceil(accuracyM) })}
        </small>
        {isBlurred && <small role="status">{t('CITIZEN.PLACE.BLURRED')}</small>}
      </div>
      <Button variant="subtle" className={classes.change ?? ''} onClick={onChange}>
        {t('CITIZEN.PLACE.CHANGE')}
      </Button>
    </div>
  );
}

function MiniMapImage({ mini: { x, y, zoom, offsetX, offsetY, pinX, pinY } }: { readonly mini: MiniMap }) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  return (
    <span className={classes.mini} aria-hidden="true">
      <img
        src={apiUrl(getBaseMapTile, { params: { scheme, z: zoom, x, file: `${y}.png` } })}
        alt=""
        style={{ left: -offsetX, top: -offsetY }}
      />
      <span className={classes.miniPin} style={{ left: pinX, top: pinY }} />
    </span>
  );
}
