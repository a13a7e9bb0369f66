import type { listWaitingGeoms, ReplyOf } from '@pgis/contract';
import { IconHourglass } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../../i18n/index.ts';
import { waitingQuery } from '../../../objects/objectQueries.ts';
import { useSession } from '../../session/index.ts';
import { useShowObject } from '../links/useShowObject.ts';
import type { Layer } from '../useLayerList.ts';
import classes from './WaitingLine.module.css';

/** Number of objects of a layer that wait for review, as a link to the oldest. */
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

type Waiting = ReplyOf<typeof listWaitingGeoms>[number];

/** Finds the objects of a layer that wait for this user's review; undefined when none does (D-CLS-07). */
const useWaiting = (layerId: number): Waiting | undefined =>
  useAllWaiting().find(({ classId }) => classId === layerId);

/** Number of objects of all layers that wait for this user's review. */
export const useWaitingCount = (): number => useAllWaiting().reduce((sum, { count }) => sum + count, 0);

function useAllWaiting(): readonly Waiting[] {
  const { user, canAddAnywhere } = useSession();
  const { data = [] } = useQuery({ ...waitingQuery(user?.userId ?? null), enabled: canAddAnywhere });
  return data;
}
