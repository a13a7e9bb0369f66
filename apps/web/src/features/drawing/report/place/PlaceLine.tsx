import { Button, useComputedColorScheme } from '@mantine/core';
import { getBaseMapTile } from '@pgis/contract';
import { formatLength } from '@pgis/geo';
import { IconMapPin } from '@tabler/icons-react';
import { apiUrl } from '../../../../api/index.ts';
import { useTexts } from '../../../../i18n/index.ts';
import classes from '../CitizenReport.module.css';
import { type MiniMap, toMiniMap } from './miniMap.ts';
import type { Place } from './Place.ts';

interface PlaceLineProps {
  readonly place: Place | null;
  /** Accuracy of a device that knows its position too roughly; null if it knows none. */
  readonly roughM: number | null;
  readonly address: string;
  /** Others see the address, and the position only roughly. */
  readonly isBlurred: boolean;
  readonly onConfirm: () => void;
  readonly onChange: () => void;
}

/** The position of a report as a small map and the nearest address. */
export function PlaceLine({ place, roughM, address, isBlurred, onConfirm, onChange }: PlaceLineProps) {
  const { t, language } = useTexts();
  if (place === null) {
    return (
      <div className={classes.place}>
        <span className={classes.mini}>
          <IconMapPin size={22} aria-hidden="true" />
        </span>
        <div className={classes.placeText}>
          <b>{t('CITIZEN.PLACE.NONE')}</b>
          {roughM !== null && (
            <small>{t('CITIZEN.PLACE.ROUGH', { distance: formatLength(roughM, language) })}</small>
          )}
        </div>
        <Button variant="subtle" className={classes.change ?? ''} onClick={onChange}>
          {t('CITIZEN.PLACE.CHOOSE')}
        </Button>
      </div>
    );
  }
  const { lonLat, isSuggested } = place;
  return (
    <div className={classes.place}>
      <MiniMapImage mini={toMiniMap(lonLat)} />
      <div className={classes.placeText}>
        <b>{address}</b>
        <small>
          <Origin place={place} />
        </small>
        {isBlurred && <small role="status">{t('CITIZEN.PLACE.BLURRED')}</small>}
      </div>
      {isSuggested && (
        <Button variant="light" className={classes.change ?? ''} onClick={onConfirm}>
          {t('CITIZEN.PLACE.YES')}
        </Button>
      )}
      <Button variant="subtle" className={classes.change ?? ''} onClick={onChange}>
        {t('CITIZEN.PLACE.CHANGE')}
      </Button>
    </div>
  );
}

/** Says how the position has been found. */
function Origin({ place: { accuracyM, isSuggested } }: { readonly place: Place }) {
  const { t } = useTexts();
  if (isSuggested) return t('CITIZEN.PLACE.SUGGESTED');
  return accuracyM === null
    ? t('CITIZEN.PLACE.ON_MAP')
    : t('CITIZEN.PLACE.OF_DEVICE', { distance: Math.ceil(accuracyM) });
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
