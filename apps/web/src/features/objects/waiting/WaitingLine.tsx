import { IconHourglass } from '@tabler/icons-react';
import { useTexts } from '../../../i18n/index.ts';
import type { Layer } from '../useLayerList.ts';
import { useShowObject } from '../useShowObject.ts';
import { useWaiting } from './useWaiting.ts';
import classes from './WaitingLine.module.css';

/** How many objects of a layer wait for review, leading to the oldest. */
export function WaitingLine({ layer }: { readonly layer: Layer }) {
  const { t } = useTexts();
  const showObject = useShowObject();
  const waiting = useWaiting(layer.id);
  if (waiting === undefined) return null;
  const { count, oldestId } = waiting;
  return (
    <button type="button" className={classes.line} onClick={() => showObject?.(oldestId)}>
      <IconHourglass size={14} aria-hidden="true" />
      <span>
        {t('MAP.REVIEW.COUNT', { count })}
        <span className="visually-hidden">: {t('MAP.REVIEW.SHOW_OLDEST', { layer: layer.name })}</span>
      </span>
    </button>
  );
}
