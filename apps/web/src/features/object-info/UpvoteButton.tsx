import { Button } from '@mantine/core';
import type { Geom } from '@pgis/contract';
import { IconThumbUp, IconThumbUpFilled } from '@tabler/icons-react';
import { useTexts } from '../../i18n/index.ts';
import { useUpvoteObject } from '../../objects/useUpvoteObject.ts';
import classes from './ObjectInfoTab.module.css';

interface UpvoteButtonProps {
  readonly geom: Pick<Geom, 'id' | 'classId' | 'canUpvote' | 'upvoteCount'>;
}

/** INFO-04, INFO-05: a button for users who may vote; other users see the number of votes. */
export function UpvoteButton({ geom }: UpvoteButtonProps) {
  const { t } = useTexts();
  const { canUpvote, upvoteCount } = geom;
  const upvote = useUpvoteObject(geom);
  if (canUpvote) {
    return (
      <Button
        variant="light"
        leftSection={<IconThumbUp size={16} />}
        loading={upvote.isPending}
        onClick={() => upvote.mutate()}
      >
        {t('MAP.INFO.UPVOTE')} {upvoteCount}
      </Button>
    );
  }
  if (upvote.isSuccess) {
    return (
      <span className={classes.votes} data-voted>
        <IconThumbUpFilled size={16} aria-hidden="true" />
        {t('MAP.INFO.VOTED')} <span>{t('MAP.INFO.VOTES', { count: upvoteCount })}</span>
      </span>
    );
  }
  if (upvoteCount === 0) return null;
  return (
    <span className={classes.votes}>
      <IconThumbUp size={16} aria-hidden="true" />
      {t('MAP.INFO.VOTES', { count: upvoteCount })}
    </span>
  );
}
