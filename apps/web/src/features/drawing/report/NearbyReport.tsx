import { Button } from '@mantine/core';
import type { Feature } from '@pgis/contract';
import { toMercator } from '@pgis/geo';
import { IconMapPin, IconThumbUp } from '@tabler/icons-react';
import { useTexts } from '../../../i18n/index.ts';
import { useUpvoteObject } from '../../../objects/useUpvoteObject.ts';
import { StatusMark } from '../../comments/index.ts';
import { useThumbnails } from '../../files/index.ts';
import { useNearbyObjects } from '../add/useNearbyObjects.ts';
import type { AddableLayer } from '../form/useAddableLayers.ts';
import classes from './CitizenReport.module.css';

interface NearbyReportProps {
  readonly lonLat: readonly [number, number];
  readonly layer: AddableLayer;
  readonly onVoted: (id: number) => void;
}

/** The nearest open report of the same kind, for which the user can vote instead of sending another. */
export function NearbyReport({ lonLat: [lon, lat], layer, onVoted }: NearbyReportProps) {
  const { nearest } = useNearbyObjects(toMercator([lon, lat]), layer);
  const open = nearest.find(({ feature }) => feature.canUpvote);
  return open === undefined ? null : <Nearby {...open} onVoted={onVoted} />;
}

interface NearbyProps extends Pick<NearbyReportProps, 'onVoted'> {
  readonly feature: Feature;
  readonly distanceM: number;
}

function Nearby({ feature, distanceM, onVoted }: NearbyProps) {
  const { t } = useTexts();
  const [thumbnail] = useThumbnails(feature.id);
  const { mutate, isPending } = useUpvoteObject(feature);
  const { id, name, description, latestComment } = feature;
  return (
    <section className={classes.nearby} aria-label={t('MAP.DUPLICATES.TITLE')}>
      {thumbnail === undefined ? (
        <span className={classes.nearbyImage}>
          <IconMapPin size={20} aria-hidden="true" />
        </span>
      ) : (
        <img className={classes.nearbyImage} src={thumbnail} alt="" />
      )}
      <div className={classes.nearbyText}>
        <b role="status">{t('CITIZEN.FORM.NEARBY')}</b>
        <span>{description || name}</span>
        <span>
          {t('MAP.DUPLICATES.AWAY', { distance: Math.round(distanceM) })}
          {latestComment?.status && <StatusMark {...latestComment} />}
        </span>
      </div>
      <Button
        variant="default"
        className={classes.vote ?? ''}
        loading={isPending}
        leftSection={<IconThumbUp size={16} />}
        onClick={() => mutate(undefined, { onSuccess: () => onVoted(id) })}
      >
        +1 <span className="visually-hidden">{t('MAP.DUPLICATES.UPVOTE')}</span>
      </Button>
    </section>
  );
}
