import type { Feature } from '@pgis/contract';
import { useRef } from 'react';
import { errorText, formatNumber, useTexts } from '../../../i18n/index.ts';
import { type OpenedCluster, useMap } from '../../../map/index.ts';
import { StatusMark } from '../../comments/index.ts';
import { LayerSymbol, type useFindLayer } from '../../objects/index.ts';
import { usePopupPosition } from '../usePopupPosition.ts';
import classes from './ClusterCard.module.css';
import { useCardFocus } from './useCardFocus.ts';
import { MAX_LISTED, useClusterObjects } from './useClusterObjects.ts';

/** Radius of the largest circle with its rim, and a little air. */
const GAP_PX = 24;
/** Seven objects; more scroll. */
const MAX_HEIGHT_PX = 340;

interface ClusterCardProps {
  readonly cluster: OpenedCluster;
  readonly layer: ReturnType<ReturnType<typeof useFindLayer>>;
}

/** The objects of a cluster; one that is selected opens its data. */
export default function ClusterCard({ cluster, layer }: ClusterCardProps) {
  const { t, language } = useTexts();
  const map = useMap();
  const card = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const { data: objects, error } = useClusterObjects(cluster, layer);
  const position = usePopupPosition(
    box,
    { anchor: cluster.anchor, gapPx: GAP_PX, maxHeightPx: MAX_HEIGHT_PX },
    true,
  );
  const { close, followKeys } = useCardFocus(card, {
    isFilled: objects !== undefined && position !== undefined,
    onClose: () => map.closeCluster(),
  });
  const select = ({ id }: Feature) => {
    close();
    map.select({ id, layerId: cluster.layerId });
  };
  const { maxHeight, tail, ...corner } = position ?? {};
  const title = t('MAP.CLUSTER.TITLE', {
    count: cluster.count,
    number: formatNumber(cluster.count, language),
  });
  return (
    <div
      ref={card}
      role="dialog"
      aria-label={title}
      aria-busy={objects === undefined && !error}
      tabIndex={-1}
      className={classes.card}
      style={{ ...corner, visibility: position ? 'visible' : 'hidden' }}
      onKeyDown={followKeys}
    >
      <div ref={box} className={classes.scroll} style={{ maxHeight }}>
        <div className={classes.title}>
          {layer && <LayerSymbol layer={layer} />}
          <span>{title}</span>
        </div>
        {error && (
          <p role="alert" className={classes.note}>
            {errorText(t, error)}
          </p>
        )}
        {objects && (
          <ul className={classes.list}>
            {objects.map((object) => (
              <li key={object.id}>
                <ObjectButton object={object} onSelect={select} />
              </li>
            ))}
          </ul>
        )}
        {objects && cluster.count > MAX_LISTED && (
          <p className={classes.note}>{t('MAP.CLUSTER.FIRST', { number: MAX_LISTED })}</p>
        )}
      </div>
      {tail && (
        <span className={classes.tail} data-below={tail.isBelow || undefined} style={{ left: tail.left }} />
      )}
    </div>
  );
}

interface ObjectButtonProps {
  readonly object: Feature;
  readonly onSelect: (object: Feature) => void;
}

function ObjectButton({ object, onSelect }: ObjectButtonProps) {
  const { t } = useTexts();
  const { name, description, latestComment } = object;
  return (
    <button type="button" className={classes.object} onClick={() => onSelect(object)}>
      <span className={classes.words}>
        <span className={classes.name}>{name || t('MAP.NO_NAME')}</span>{' '}
        <span className={classes.detail}>{description}</span>
      </span>{' '}
      {latestComment?.status && <StatusMark {...latestComment} />}
    </button>
  );
}
