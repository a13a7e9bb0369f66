import { Button, Skeleton } from '@mantine/core';
import { type Follow, type MailRhythm, mailRhythms, referenceOf } from '@pgis/contract';
import { IconBellPlus, IconPolygon, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { errorText, useTexts } from '../../i18n/index.ts';
import { layerListQuery } from '../../layers/layerQueries.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { LoadFailureNote } from '../../ui/lazy-parts/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { useFollowChanges, useFollows } from './followQueries.ts';
import classes from './follows.module.css';
import { RhythmSelect } from './RhythmSelect.tsx';

interface FollowedListProps {
  readonly userId: number;
  /** Mails about the user's own work; undefined while they are not known. */
  readonly workMail: MailRhythm | undefined;
  readonly onWorkMail: (mail: MailRhythm) => void;
  readonly onAdd: () => void;
}

/** Everything that the user follows, with the mails of each. */
export function FollowedList({ userId, workMail, onWorkMail, onAdd }: FollowedListProps) {
  const { t } = useTexts();
  const { data: follows, error, refetch } = useFollows(userId);
  const { setMail, stop } = useFollowChanges(userId);
  const nameOf = useFollowName(userId);
  const onError = (cause: unknown) => showToast({ kind: 'error', message: errorText(t, cause) });
  return (
    <div className={classes.list}>
      <div className={classes.work}>
        <RhythmSelect
          label={t('FOLLOWS.WORK_MAIL')}
          rhythms={mailRhythms}
          value={workMail}
          onChange={onWorkMail}
        />
      </div>
      {follows === undefined &&
        (error === null ? (
          <div className={classes.loading} aria-hidden="true">
            <Skeleton height={60} />
          </div>
        ) : (
          <LoadFailureNote error={error} onRetry={() => void refetch()} />
        ))}
      {follows?.length === 0 && (
        <EmptyState
          icon={<IconBellPlus size={24} />}
          title={t('FOLLOWS.NONE')}
          text={t('FOLLOWS.NONE_TEXT')}
        />
      )}
      <ul className={classes.rows}>
        {follows?.map((one) => (
          <li key={one.id} className={classes.row}>
            <span className={classes.name}>{nameOf(one)}</span>
            <IconButton
              label={t('FOLLOWS.STOP_OF', { name: nameOf(one) })}
              onClick={() => stop.mutate(one, { onError })}
            >
              <IconX size={16} />
            </IconButton>
            <div className={classes.rhythm}>
              <RhythmSelect
                label={t('FOLLOWS.MAIL_OF', { name: nameOf(one) })}
                isLabelHidden
                rhythms={mailRhythms}
                value={one.mail}
                onChange={(mail) => setMail.mutate({ id: one.id, mail }, { onError })}
              />
            </div>
          </li>
        ))}
      </ul>
      <div className={classes.foot}>
        <Button variant="default" leftSection={<IconPolygon size={16} />} onClick={onAdd}>
          {t('FOLLOWS.ADD')}
        </Button>
      </div>
    </div>
  );
}

/** Names a follow: by the user, else by its object or its layers. */
function useFollowName(userId: number): (follow: Follow) => string {
  const { t } = useTexts();
  const { data: groups } = useQuery(layerListQuery(userId));
  const names = new Map(
    groups?.flatMap(({ childClassifiers }) => childClassifiers.map(({ id, name }) => [id, name] as const)) ??
      [],
  );
  return ({ name, objectId, classIds, areaWkt }) => {
    if (name !== '') return name;
    if (objectId !== null) return referenceOf(objectId);
    const layers = classIds.map((id) => names.get(id) ?? `#${id}`).join(', ');
    return areaWkt === null ? layers : t('FOLLOWS.IN_AREA', { layers });
  };
}
