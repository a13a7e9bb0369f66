import { Button } from '@mantine/core';
import { type Geom, upvoteGeom } from '@pgis/contract';
import { IconThumbUp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/index.ts';
import { errorText, useTexts } from '../../i18n/index.ts';
import { useMap } from '../../map/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import classes from './ObjectInfoTab.module.css';

type Voted = Pick<Geom, 'id' | 'canUpvote' | 'upvoteCount'>;

/** INFO-04, INFO-05: the vote of somebody who may give one; for others how many there are. */
export function UpvoteButton({ geom: { id, canUpvote, upvoteCount } }: { readonly geom: Voted }) {
  const { t } = useTexts();
  const map = useMap();
  const queryClient = useQueryClient();
  const [isSending, setSending] = useState(false);

  const upvote = async () => {
    setSending(true);
    try {
      const counted = await callApi(upvoteGeom, { params: { id } });
      queryClient.setQueriesData<Geom>({ queryKey: ['geom', id] }, (geom) => geom && { ...geom, ...counted });
      map.reload();
    } catch (cause) {
      showToast({ kind: 'error', message: errorText(t, cause) });
    } finally {
      setSending(false);
    }
  };
  if (canUpvote) {
    return (
      <Button
        variant="light"
        leftSection={<IconThumbUp size={16} />}
        loading={isSending}
        onClick={() => void upvote()}
      >
        {t('MAP.INFO.UPVOTE')} {upvoteCount}
      </Button>
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
