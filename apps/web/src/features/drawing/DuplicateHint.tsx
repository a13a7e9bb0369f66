import { Button } from '@mantine/core';
import { type Classifier, type Feature, upvoteGeom } from '@pgis/contract';
import { parseWkt } from '@pgis/geo';
import { IconMapPin, IconThumbUp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { callApi } from '../../api/index.ts';
import { errorText, useTexts } from '../../i18n/index.ts';
import { type Drawing, useMap } from '../../map/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { StatusMark } from '../comments/index.ts';
import { useThumbnails } from '../files/index.ts';
import { useShowObject } from '../objects/index.ts';
import classes from './DuplicateHint.module.css';
import { closeDrawDialog } from './drawDialog.ts';
import { keptValues } from './keptValues.ts';
import { type NearbyObject, useNearbyObjects } from './useNearbyObjects.ts';

interface DuplicateHintProps {
  readonly drawing: Drawing;
  readonly layer: Classifier | undefined;
}

/** Before somebody reports what is there already: what others have reported nearby, to vote for instead. */
export function DuplicateHint({ drawing, layer }: DuplicateHintProps) {
  const { t } = useTexts();
  const place = useMemo(() => {
    const parsed = parseWkt(drawing.wkt);
    return parsed.ok && parsed.geometry.type === 'Point' ? parsed.geometry.coordinates : null;
  }, [drawing.wkt]);
  const isAsked = place !== null && layer?.allowPublicRegistration === true;
  const { shown, more } = useNearbyObjects(place ?? [0, 0], isAsked ? layer : null);
  if (shown.length === 0) return null;
  return (
    <section className={classes.hint} aria-label={t('MAP.DUPLICATES.TITLE')}>
      <p className={classes.title} role="status">
        <strong>{t('MAP.DUPLICATES.TITLE')}</strong> {t('MAP.DUPLICATES.TEXT')}
      </p>
      <ul className={classes.list}>
        {shown.map((one) => (
          <Nearby key={one.feature.id} {...one} />
        ))}
      </ul>
      {more > 0 && <p className={classes.more}>{t('MAP.DUPLICATES.MORE', { number: more })}</p>}
    </section>
  );
}

function Nearby({ feature, distanceM }: NearbyObject) {
  const { t } = useTexts();
  const [thumbnail] = useThumbnails(feature.id);
  const { isBusy, choose } = useChoice(feature);
  const { name, latestComment, upvoteCount, canUpvote } = feature;
  return (
    <li className={classes.object}>
      {thumbnail === undefined ? (
        <span className={classes.picture}>
          <IconMapPin size={20} aria-hidden="true" />
        </span>
      ) : (
        <img className={classes.picture} src={thumbnail} alt="" />
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
        onClick={() => void choose()}
      >
        <span>
          {t(canUpvote ? 'MAP.DUPLICATES.UPVOTE' : 'MAP.DUPLICATES.OPEN')}{' '}
          <span className="visually-hidden">{name}</span>
        </span>
      </Button>
    </li>
  );
}

/** "It is the same": the vote is given where it can be, and the object is opened instead of the form. */
function useChoice({ id, canUpvote }: Feature) {
  const { t } = useTexts();
  const map = useMap();
  const queryClient = useQueryClient();
  const showObject = useShowObject();
  const [isBusy, setBusy] = useState(false);

  const choose = async () => {
    setBusy(true);
    try {
      if (canUpvote) {
        await callApi(upvoteGeom, { params: { id } });
        showToast({ kind: 'success', message: t('MAP.DUPLICATES.UPVOTED') });
      }
      void queryClient.invalidateQueries({ queryKey: ['nearby'] });
      keptValues.forget();
      map.discardDraft();
      closeDrawDialog();
      showObject?.(id);
    } catch (cause) {
      setBusy(false);
      showToast({ kind: 'error', message: errorText(t, cause) });
    }
  };
  return { isBusy, choose };
}
