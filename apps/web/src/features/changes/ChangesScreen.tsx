import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText, useTexts } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useSession } from '../session/index.ts';
import { ChangeDialog } from './ChangeDialog.tsx';
import { ChangeRow } from './ChangeRow.tsx';
import { changePagesQuery, useFreshAfterUndo } from './changeQueries.ts';
import classes from './changes.module.css';

/** Bulk edits, imports and deletions of the last 30 days, each with its undo (decision 0066). */
export default function ChangesScreen() {
  const { t } = useTexts();
  const { user } = useSession();
  const [isOwn, setOwn] = useState(true);
  const [openedId, setOpenedId] = useState<number | null>(null);
  const list = useInfiniteQuery(changePagesQuery(user?.userId, isOwn));
  const changes = list.data?.pages.flatMap(({ items }) => items);
  useFreshAfterUndo(changes ?? []);
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1 className={classes.title}>{t('MY_PGIS.CHANGES')}</h1>
        <SegmentedControl
          aria-label={t('CHANGES.FILTER')}
          data={[
            { value: 'mine', label: t('CHANGES.MINE') },
            { value: 'all', label: t('CHANGES.ALL') },
          ]}
          value={isOwn ? 'mine' : 'all'}
          onChange={(value) => setOwn(value === 'mine')}
        />
      </div>
      {list.isError && changes === undefined ? (
        <EmptyState
          level={2}
          title={t('CHANGES.NOT_LOADED')}
          text={errorText(t, list.error)}
          actions={<Button onClick={() => void list.refetch()}>{t('COMMON.RETRY')}</Button>}
        />
      ) : changes === undefined ? (
        <Skeleton height={320} />
      ) : changes.length === 0 ? (
        <EmptyState
          level={2}
          title={t('CHANGES.EMPTY')}
          text={isOwn ? t('CHANGES.EMPTY_MINE') : t('CHANGES.EMPTY_ALL')}
        />
      ) : (
        <ul className={classes.list} aria-label={t('MY_PGIS.CHANGES')}>
          {changes.map((change) => (
            <ChangeRow key={change.id} change={change} onOpen={() => setOpenedId(change.id)} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <div className={classes.more}>
          <Button
            variant="default"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {t('CHANGES.MORE')}
          </Button>
        </div>
      )}
      {openedId !== null && <ChangeDialog id={openedId} onClose={() => setOpenedId(null)} />}
    </div>
  );
}
