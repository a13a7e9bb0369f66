import { Loader, useComputedColorScheme } from '@mantine/core';
import type { MapLayer } from '@pgis/contract';
import { IconPhotoOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { loadTileFinder } from '../../map/index.ts';
import { readSettings } from '../../settings/index.ts';
import classes from './BaseLayersScreen.module.css';

interface SourcePreviewProps {
  readonly source: Pick<MapLayer, 'sourceType' | 'sourceJson'>;
  readonly name: string;
  /** Says what is wrong, where somebody can do something about it. */
  readonly isExplained?: boolean;
}

const PREVIEW_ZOOM = 10;

/** One picture of the source, asked for as the map itself does: what the map may not show is not shown here either. */
export function SourcePreview({ source, name, isExplained = false }: SourcePreviewProps) {
  const { t } = useTexts();
  const address = useTileAddress(source);
  const [brokenAddress, setBrokenAddress] = useState<string>();
  const isBroken = address !== undefined && brokenAddress === address;
  return (
    <span className={classes.preview} data-large={isExplained || undefined}>
      {address === 'loading' ? (
        <span className={classes.noPreview}>
          <Loader size="sm" />
        </span>
      ) : address !== undefined && !isBroken ? (
        <img
          src={address}
          alt={t('BASE_LAYERS.PREVIEW') + (name === '' ? '' : ` ${name}`)}
          crossOrigin="anonymous"
          referrerPolicy="no-referrer"
          onError={() => setBrokenAddress(address)}
        />
      ) : (
        <span className={classes.noPreview}>
          <IconPhotoOff size={18} aria-hidden="true" />
          {isExplained && t(isBroken ? 'BASE_LAYERS.PREVIEW_FAILED' : 'BASE_LAYERS.NO_PREVIEW')}
        </span>
      )}
    </span>
  );
}

/** Undefined where there is nothing to ask for. */
function useTileAddress({ sourceType, sourceJson }: SourcePreviewProps['source']): string | undefined {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const [address, setAddress] = useState<string | undefined>('loading');
  useEffect(() => {
    let isGone = false;
    setAddress('loading');
    const lonLat = readSettings().defaultCenterLonLat;
    const place = { lonLat, zoom: PREVIEW_ZOOM, scheme };
    void loadTileFinder()
      .then(({ findTileAddress }) => findTileAddress({ id: 0, sourceType, sourceJson }, place))
      .catch(() => undefined)
      .then((found) => {
        if (!isGone) setAddress(found);
      });
    return () => {
      isGone = true;
    };
  }, [sourceType, sourceJson, scheme]);
  return address;
}
