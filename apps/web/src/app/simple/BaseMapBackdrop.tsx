import { useComputedColorScheme } from '@mantine/core';
import { useViewportSize } from '@mantine/hooks';
import { getBaseMapTile } from '@pgis/contract';
import { apiUrl } from '../../api/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { readSettings } from '../../settings/index.ts';
import classes from './BaseMapBackdrop.module.css';
import { tilesAround } from './tilesAround.ts';

/** Shows coast and towns, and the area is still recognisable. */
const zoom = 9;

/** The product's own base map around the default view, as a still picture behind a card. */
export function BaseMapBackdrop({ isVeiled = false }: { readonly isVeiled?: boolean }) {
  const { t } = useTexts();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const { width, height } = useViewportSize();
  const { defaultCenterLonLat } = readSettings();
  const suffix = window.devicePixelRatio > 1 ? '@2x' : '';
  const tiles = width === 0 ? [] : tilesAround(defaultCenterLonLat, zoom, { width, height });
  return (
    <div className={classes.backdrop}>
      <div className={classes.tiles} aria-hidden="true">
        {tiles.map(({ x, y, leftPx, topPx }) => (
          <img
            key={`${scheme} ${x} ${y} ${leftPx}`}
            src={apiUrl(getBaseMapTile, { params: { scheme, z: zoom, x, file: `${y}${suffix}.png` } })}
            alt=""
            style={{ left: leftPx, top: topPx }}
            onLoad={(event) => {
              event.currentTarget.dataset.loaded = 'true';
            }}
          />
        ))}
      </div>
      {isVeiled && <div className={classes.veil} />}
      <div className={classes.attribution}>
        {t('LANDING.MAP_DATA')} © OpenStreetMap · GSHHG · Natural Earth · Rīgas satiksme · GeoNames
      </div>
    </div>
  );
}
