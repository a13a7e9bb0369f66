import { Button, Skeleton } from '@mantine/core';
import { type Geom, type HistoryEntry, listGeomHistory } from '@pgis/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';
import { errorText, useTexts } from '../../i18n/index.ts';
import { DialogFrame } from '../../ui/DialogFrame.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { HistoryItem } from './HistoryItem.tsx';
import classes from './history.module.css';
import { useRestoreState } from './useRestoreState.ts';

interface HistoryDialogProps {
  readonly geom: Geom;
  readonly onClose: () => void;
}

/** Who changed what of an object when, with the way back to each state that is known. */
export default function HistoryDialog({ geom, onClose }: HistoryDialogProps) {
  const { t } = useTexts();
  const history = useInfiniteQuery({
    // Each version has its own: after a change it is read again.
    queryKey: ['geom-history', geom.id, geom.version],
    queryFn: ({ pageParam, signal }) =>
      callApi(listGeomHistory, {
        params: { id: geom.id },
        query: pageParam === null ? {} : { _before: pageParam },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
  const { restore, restoringId } = useRestoreState(geom);
  const entries = history.data?.pages.flatMap(({ items }) => items);
  return (
    <DialogFrame
      onClose={onClose}
      size={640}
      title={`${t('HISTORY.TITLE')}: ${geom.name === '' ? geom.reference : geom.name}`}
    >
      {history.isError && entries === undefined && (
        <EmptyState
          title={t('HISTORY.NOT_LOADED')}
          text={errorText(t, history.error)}
          actions={<Button onClick={() => void history.refetch()}>{t('COMMON.RETRY')}</Button>}
        />
      )}
      {history.isPending && <Skeleton height={200} />}
      {entries?.length === 0 && <EmptyState title={t('HISTORY.EMPTY')} text={t('HISTORY.EMPTY_TEXT')} />}
      {entries !== undefined && entries.length > 0 && (
        <ol className={classes.list} aria-label={t('HISTORY.TITLE')}>
          {entries.map((entry: HistoryEntry) => (
            <HistoryItem
              key={entry.id}
              objectId={geom.id}
              entry={entry}
              isRestoring={restoringId === entry.id}
              onRestore={() => void restore(entry)}
            />
          ))}
        </ol>
      )}
      {history.hasNextPage && (
        <Button
          fullWidth
          mt="md"
          variant="default"
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {t('LOG.OLDER')}
        </Button>
      )}
    </DialogFrame>
  );
}
