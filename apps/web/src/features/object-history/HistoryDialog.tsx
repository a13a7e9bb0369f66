import { Button, Skeleton } from '@mantine/core';
import type { Geom, HistoryEntry, HistorySide } from '@pgis/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { errorText, formatDateTime, useTexts } from '../../i18n/index.ts';
import { historyQuery } from '../../objects/historyQueries.ts';
import { useRestoreState } from '../../objects/useRestoreState.ts';
import { DialogFrame } from '../../ui/DialogFrame.tsx';
import { confirm } from '../../ui/dialogs/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { HistoryItem } from './HistoryItem.tsx';
import classes from './history.module.css';

interface HistoryDialogProps {
  readonly geom: Geom;
  readonly onClose: () => void;
}

/** The changes of an object with their users and times; earlier states can be restored. */
export default function HistoryDialog({ geom, onClose }: HistoryDialogProps) {
  const { t } = useTexts();
  const history = useInfiniteQuery(historyQuery(geom.id, geom.version));
  const { mutate, isPending, variables } = useRestoreState(geom);
  const restore = async (entry: HistoryEntry, side: HistorySide) => {
    const text = side === 'before' ? 'HISTORY.CONFIRM_BEFORE' : 'HISTORY.CONFIRM';
    if (await confirm({ message: t(text, { when: formatDateTime(entry.at) }) })) mutate({ entry, side });
  };
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
              restoring={isPending && variables.entry.id === entry.id ? variables.side : null}
              onRestore={(side) => void restore(entry, side)}
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
