import { Loader, useComputedColorScheme } from '@mantine/core';
import type { MapLayer } from '@pgis/contract';
import { IconPhotoOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { loadTileFinder } from '../../map/index.ts';
import { readSettings } from '../../settings/index.ts';
import classes from './SourcePreview.module.css';

interface SourcePreviewProps {
  readonly source: Pick<MapLayer, 'sourceType' | 'sourceJson'>;
  readonly name: string;
  /** `small` stands beside the name; `large` also says what is wrong, to somebody who can correct the source. */
  readonly size?: 'small' | 'medium' | 'large';
}

const PREVIEW_ZOOM = 10;

/** One tile of the source, requested as the map does, so that a source that the map cannot show fails here too. */
export function SourcePreview({ source, name, size = 'medium' }: SourcePreviewProps) {
  const { t } = useTexts();
  const address = useTileAddress(source);
  const [brokenAddress, setBrokenAddress] = useState<string>();
  const isBroken = address !== undefined && brokenAddress === address;
  return (
    <span className={classes.preview} data-size={size}>
      {address === 'loading' ? (
        <span className={classes.noPreview}>
          <Loader size={size === 'small' ? 12 : 'sm'} />
        </span>
      ) : address !== undefined && !isBroken ? (
        <img
          src={address}
          alt={size === 'small' ? '' : t('BASE_LAYERS.PREVIEW') + (name === '' ? '' : ` ${name}`)}
          loading="lazy"
          crossOrigin="anonymous"
          referrerPolicy="no-referrer"
          onError={() => setBrokenAddress(address)}
        />
      ) : (
        <span className={classes.noPreview}>
          <IconPhotoOff size={size === 'small' ? 14 : 18} aria-hidden="true" />
          {size === 'large' && t(isBroken ? 'BASE_LAYERS.PREVIEW_FAILED' : 'BASE_LAYERS.NO_PREVIEW')}
        </span>
      )}
    </span>
  );
}

/** The address of the tile, or undefined if the source has none. */
function useTileAddress({ sourceType, sourceJson }: SourcePreviewProps['source']): string | undefined {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const [address, setAddress] = useState<string | undefined>('loading');
  useEffect(() => {
    let isUnmounted = false;
    setAddress('loading');
    const lonLat = readSettings().defaultCenterLonLat;
    const view = { lonLat, zoom: PREVIEW_ZOOM, scheme };
    void loadTileFinder()
      .then(({ findTileAddress }) => findTileAddress({ id: 0, sourceType, sourceJson }, view))
      .catch(() => undefined)
      .then((found) => {
        if (!isUnmounted) setAddress(found);
      });
    return () => {
      isUnmounted = true;
    };
  }, [sourceType, sourceJson, scheme]);
  return address;
}
