import { useComputedColorScheme } from '@mantine/core';
import type { MapLayer } from '@pgis/contract';
import { IconPhotoOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { readSettings } from '../../settings/index.ts';
import classes from './BaseLayersScreen.module.css';
import { previewAddress } from './previewAddress.ts';

interface SourcePreviewProps {
  readonly source: Pick<MapLayer, 'sourceType' | 'sourceJson'>;
  readonly name: string;
  /** Says what is wrong, where somebody can do something about it. */
  readonly isExplained?: boolean;
}

/** One picture of the source, loaded by the browser like the map itself does. */
export function SourcePreview({ source, name, isExplained = false }: SourcePreviewProps) {
  const { t } = useTexts();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const address = previewAddress(source, { centerLonLat: readSettings().defaultCenterLonLat, scheme });
  const [brokenAddress, setBrokenAddress] = useState<string>();
  const isBroken = address !== undefined && brokenAddress === address;
  return (
    <span className={classes.preview} data-large={isExplained || undefined}>
      {address !== undefined && !isBroken ? (
        <img
          src={address}
          alt={t('BASE_LAYERS.PREVIEW') + (name === '' ? '' : ` ${name}`)}
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
