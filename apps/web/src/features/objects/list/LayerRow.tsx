import { ActionIcon, Switch } from '@mantine/core';
import { hasLegend, parseGeomStyle, typicalStyle } from '@pgis/cartography';
import { IconChevronDown, IconChevronRight, IconZoomScan } from '@tabler/icons-react';
import { type ReactNode, Suspense, useId, useMemo, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { LoadFailureNote, lazyPart } from '../../../ui/lazy-parts/index.ts';
import { Tooltip } from '../../../ui/popovers/index.ts';
import { StyleSwatch } from '../StyleSwatch.tsx';
import type { Layer } from '../useLayerList.ts';
import classes from './LayerRow.module.css';

/** Loads when the first legend is unfolded. */
const LayerLegend = lazyPart(() => import('../rules/LayerLegend.tsx'), LoadFailureNote);

interface LayerRowProps {
  readonly layer: Layer;
  readonly isOn: boolean;
  /** A note such as `Zoom in to edit`. */
  readonly note: string | undefined;
  readonly onSwitch: (isOn: boolean) => void;
  readonly onZoomTo: () => void;
  /** Buttons between zoom-to and the switch. */
  readonly actions?: ReactNode;
  /** Content below the row, such as the filter in force. */
  readonly below?: ReactNode;
}

/** Fold, swatch, name, zoom-to, actions, switch: the same columns in every row (LIST-02, LIST-03). */
export function LayerRow({ layer, isOn, note, onSwitch, onZoomTo, actions, below }: LayerRowProps) {
  const { t } = useTexts();
  const switchId = useId();
  const legendId = useId();
  const [isUnfolded, setUnfolded] = useState(false);
  const style = useMemo(() => parseGeomStyle(layer.geomStyle).style, [layer.geomStyle]);
  const symbol = useMemo(() => typicalStyle(style), [style]);
  const kind = layer.kinds[0] ?? 'polygon';
  const withLegend = hasLegend(style, kind) || layer.density.kind === 'heat';

  return (
    <li className={classes.item} data-off={!isOn || undefined}>
      <div className={classes.row}>
        {withLegend ? (
          <button
            type="button"
            className={classes.fold}
            aria-expanded={isUnfolded}
            aria-controls={legendId}
            aria-label={t('MAP.LEGEND_OF', { layer: layer.name })}
            onClick={() => setUnfolded(!isUnfolded)}
          >
            {isUnfolded ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
          </button>
        ) : (
          <span className={classes.fold} />
        )}
        <label htmlFor={switchId} className={classes.name}>
          <span className={classes.symbol}>
            <StyleSwatch style={symbol} kind={kind} />
          </span>
          <span className={classes.texts}>
            <span className={classes.title} title={layer.name}>
              {layer.name}
            </span>
            {note !== undefined && <span className={classes.note}>{note}</span>}
          </span>
        </label>
        <span className={classes.actions}>
          <Tooltip label={t('MAP.ZOOM_TO_LAYER')}>
            <ActionIcon
              className={classes.action ?? ''}
              disabled={!isOn}
              aria-label={t('MAP.ZOOM_TO_LAYER_OF', { layer: layer.name })}
              onClick={onZoomTo}
            >
              <IconZoomScan size="var(--icon-size)" />
            </ActionIcon>
          </Tooltip>
          {actions}
        </span>
        <Switch
          id={switchId}
          checked={isOn}
          onChange={(event) => onSwitch(event.currentTarget.checked)}
          aria-label={layer.name}
          withThumbIndicator={false}
        />
      </div>
      {below}
      {withLegend && (
        <div id={legendId} hidden={!isUnfolded}>
          {isUnfolded && (
            <Suspense>
              <LayerLegend layer={layer} style={style} kind={kind} />
            </Suspense>
          )}
        </div>
      )}
    </li>
  );
}
