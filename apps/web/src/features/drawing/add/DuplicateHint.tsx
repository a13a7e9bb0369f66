import { Button } from '@mantine/core';
import type { Classifier, Feature } from '@pgis/contract';
import { parseWkt } from '@pgis/geo';
import { IconMapPin, IconThumbUp } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { type Drawing, useMap } from '../../../map/index.ts';
import { useUpvoteObject } from '../../../objects/useUpvoteObject.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { StatusMark } from '../../comments/index.ts';
import { useThumbnails } from '../../files/index.ts';
import { useShowObject } from '../../objects/index.ts';
import { closeDrawDialog } from '../dialog/drawDialogState.ts';
import classes from './DuplicateHint.module.css';
import { type NearbyObject, useNearbyObjects } from './useNearbyObjects.ts';

interface DuplicateHintProps {
  readonly drawing: Drawing;
  readonly layer: Classifier | undefined;
  /** Called when the user votes for a report or opens it instead of adding another. */
  readonly onChosen: () => void;
}

/**
 * Lists reports near the drawn position before another one is added, so that the user can vote for one of them
 * instead.
 */
export function DuplicateHint({ drawing, layer, onChosen }: DuplicateHintProps) {
  const { t } = useTexts();
  const position = useMemo(() => {
    const parsed = parseWkt(drawing.wkt);
    return parsed.ok && parsed.geometry.type === 'Point' ? parsed.geometry.coordinates : null;
  }, [drawing.wkt]);
  const isEnabled = position !== null && layer?.allowPublicRegistration === true;
  const { nearest, more } = useNearbyObjects(position ?? [0, 0], isEnabled ? layer : null);
  if (nearest.length === 0) return null;
  return (
    <section className={classes.hint} aria-label={t('MAP.DUPLICATES.TITLE')}>
      <p className={classes.title} role="status">
        <strong>{t('MAP.DUPLICATES.TITLE')}</strong> {t('MAP.DUPLICATES.TEXT')}
      </p>
      <ul className={classes.list}>
        {nearest.map((one) => (
          <Nearby key={one.feature.id} {...one} onChosen={onChosen} />
        ))}
      </ul>
      {more > 0 && <p className={classes.more}>{t('MAP.DUPLICATES.MORE', { number: more })}</p>}
    </section>
  );
}

function Nearby({ feature, distanceM, onChosen }: NearbyObject & Pick<DuplicateHintProps, 'onChosen'>) {
  const { t } = useTexts();
  const [thumbnail] = useThumbnails(feature.id);
  const { isBusy, choose } = useChoice(feature, onChosen);
  const { name, latestComment, upvoteCount, canUpvote } = feature;
  return (
    <li className={classes.object}>
      {thumbnail === undefined ? (
        <span className={classes.thumbnail}>
          <IconMapPin size={20} aria-hidden="true" />
        </span>
      ) : (
        <img className={classes.thumbnail} src={thumbnail} alt="" />
      )}
      <div className={classes.words}>
        <span className={classes.name}>{feature.description || name}</span>
        <span className={classes.facts}>
          <span>{t('MAP.DUPLICATES.AWAY', { distance: Math.round(distanceM) })}</span>
          {upvoteCount > 0 && <span>{t('MAP.INFO.VOTES', { count: upvoteCount })}</span>}
          {latestComment?.status ? (
            <StatusMark {...latestComment} />
          ) : (
            <span>{t('MAP.COMMENTS.STATUS')}: ---</span>
          )}
        </span>
      </div>
      <Button
        size="xs"
        variant="default"
        className={classes.choose ?? ''}
        loading={isBusy}
        {...(canUpvote && { leftSection: <IconThumbUp size={16} /> })}
        onClick={choose}
      >
        <span>
          {t(canUpvote ? 'MAP.DUPLICATES.UPVOTE' : 'MAP.DUPLICATES.OPEN')}{' '}
          <span className="visually-hidden">{name}</span>
        </span>
      </Button>
    </li>
  );
}

/** Votes for an existing report, where that is possible, and opens it instead of the form. */
function useChoice(feature: Feature, onChosen: () => void) {
  const { t } = useTexts();
  const map = useMap();
  const showObject = useShowObject();
  const { mutate, isPending } = useUpvoteObject(feature);

  const open = () => {
    onChosen();
    map.discardDraft();
    closeDrawDialog();
    showObject?.(feature.id);
  };
  const onUpvoted = () => {
    showToast({ kind: 'success', message: t('MAP.DUPLICATES.UPVOTED') });
    open();
  };
  const choose = () => (feature.canUpvote ? mutate(undefined, { onSuccess: onUpvoted }) : open());
  return { isBusy: isPending, choose };
}
