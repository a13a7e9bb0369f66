import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { type Geom, setsNewStatus, type TimelineEntry } from '@pgis/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { errorText, useTexts } from '../../../../i18n/index.ts';
import { timelineQuery } from '../../../../objects/timelineQueries.ts';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { useSession } from '../../../session/index.ts';
import classes from './Timeline.module.css';
import { TimelineItem } from './TimelineItem.tsx';

type Shown = 'all' | 'comments';

/** Comments, statuses, assignments and edits of an object in one list, newest first. */
export function Timeline({ geom }: { readonly geom: Geom }) {
  const { t } = useTexts();
  const { user } = useSession();
  const headingId = useId();
  const [shown, setShown] = useState<Shown>('all');
  const timeline = useInfiniteQuery(timelineQuery(geom, user?.userId ?? null));
  const all = timeline.data?.pages.flatMap(({ items }) => items);
  const entries = shown === 'comments' ? toCommentEntries(geom) : all;
  const isFailed = shown === 'all' && timeline.isError && all === undefined;
  return (
    <section className={classes.timeline} aria-labelledby={headingId}>
      <div className={classes.head}>
        <h3 className={classes.caption} id={headingId}>
          {t('CASES.ACTIVITY')}
        </h3>
        <SegmentedControl
          size="xs"
          aria-labelledby={headingId}
          value={shown}
          onChange={(next) => setShown(next === 'comments' ? 'comments' : 'all')}
          data={[
            { value: 'all', label: t('CASES.ALL') },
            { value: 'comments', label: `${t('MAP.COMMENTS.TITLE')} ${geom.comments.length}` },
          ]}
        />
      </div>
      {isFailed && (
        <EmptyState
          title={t('CASES.NOT_LOADED')}
          text={errorText(t, timeline.error)}
          actions={<Button onClick={() => void timeline.refetch()}>{t('COMMON.RETRY')}</Button>}
        />
      )}
      {!isFailed && entries === undefined && <Skeleton height={96} />}
      {entries?.length === 0 && <p className={classes.none}>{t('MAP.COMMENTS.NONE')}</p>}
      {entries !== undefined && entries.length > 0 && (
        <ol className={classes.list} aria-labelledby={headingId}>
          {entries.map((entry) => (
            <TimelineItem key={entry.key} layerId={geom.classId} entry={entry} />
          ))}
        </ol>
      )}
      {shown === 'all' && timeline.hasNextPage && (
        <Button
          variant="subtle"
          size="xs"
          className={classes.earlier ?? ''}
          loading={timeline.isFetchingNextPage}
          onClick={() => void timeline.fetchNextPage()}
        >
          {t('CASES.EARLIER')}
        </Button>
      )}
    </section>
  );
}

/** The comments come with the object, all of them, so that the list of comments has no pages. */
const toCommentEntries = ({ comments }: Geom): readonly TimelineEntry[] =>
  comments.map((comment, index) => ({
    key: String(comment.id),
    at: comment.added,
    by: comment.author,
    action: 'COMMENT_ADDED',
    comment,
    isStatusNew: setsNewStatus(comments, index),
    details: {},
  }));
