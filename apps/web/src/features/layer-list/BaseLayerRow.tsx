import { Radio, Switch } from '@mantine/core';
import { type MapLayer, resolveSourceAddress } from '@pgis/contract';
import { IconAlertTriangle, IconMap } from '@tabler/icons-react';
import { useId } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { SourcePreview } from '../../layers/source-preview/SourcePreview.tsx';
import { readSourceOptions } from '../../map/index.ts';
import { Tooltip } from '../../ui/popovers/index.ts';
import classes from './BaseLayersTab.module.css';

interface BaseLayerRowProps {
  readonly layer: MapLayer;
  readonly isVisible: boolean;
  /** Its pictures do not come. */
  readonly isBroken: boolean;
  readonly onToggle: () => void;
}

/** A base layer is one of several, an overlay is on or off. */
export function BaseLayerRow({ layer, isVisible, isBroken, onToggle }: BaseLayerRowProps) {
  const { t } = useTexts();
  const id = useId();
  const noteId = useId();
  const described = isBroken ? { 'aria-describedby': noteId } : {};
  return (
    <li className={classes.row} data-off={!isVisible || undefined}>
      {!layer.overlay && <Thumbnail layer={layer} isVisible={isVisible} />}
      <label htmlFor={id} className={classes.name}>
        {layer.name}
      </label>
      {isBroken && (
        <Tooltip label={t('MAP.BASE_LAYER_BROKEN')}>
          <span className={classes.broken}>
            <IconAlertTriangle size={16} aria-hidden="true" />
            <span id={noteId} className="visually-hidden">
              {t('MAP.BASE_LAYER_BROKEN')}
            </span>
          </span>
        </Tooltip>
      )}
      {layer.overlay ? (
        <Switch {...described} id={id} checked={isVisible} onChange={onToggle} withThumbIndicator={false} />
      ) : (
        <Radio {...described} id={id} name="base-layer" checked={isVisible} onChange={onToggle} size="xs" />
      )}
    </li>
  );
}

/** Another server is asked for no image before its layer is chosen. */
function Thumbnail({ layer, isVisible }: Pick<BaseLayerRowProps, 'layer' | 'isVisible'>) {
  const { url = '' } = readSourceOptions(layer.sourceJson) ?? {};
  const mayAsk = isVisible || resolveSourceAddress(url) === 'own';
  if (mayAsk) return <SourcePreview source={layer} name={layer.name} size="small" />;
  return (
    <span className={classes.noThumbnail}>
      <IconMap size={16} aria-hidden="true" />
    </span>
  );
}
