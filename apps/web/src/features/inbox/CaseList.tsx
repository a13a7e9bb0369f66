import { Button, Loader } from '@mantine/core';
import type { Case } from '@pgis/contract';
import { IconInbox } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { errorText, useTexts } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { CaseRow } from './CaseRow.tsx';
import classes from './inbox.module.css';
import type { Cases } from './useCases.ts';
import type { Ticks } from './useTicks.ts';

/** Height in pixels, as in the style sheet. */
const ROW_HEIGHT = 74;
/** Rows before the end at which the next page is requested. */
const ROWS_AHEAD = 20;

interface CaseListProps {
  readonly read: Cases;
  readonly currentId: number | null;
  readonly ticks: Ticks;
  /** False while the filter lets everything through. */
  readonly isFiltered: boolean;
  readonly onOpen: (one: Case) => void;
}

/** A virtual list: only the cases in view are in the document. */
export function CaseList({ read, currentId, ticks, isFiltered, onOpen }: CaseListProps) {
  const { t } = useTexts();
  const { cases, more } = read;
  const box = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: cases.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  const rows = virtualizer.getVirtualItems();
  const isNearEnd = (rows.at(-1)?.index ?? 0) >= cases.length - ROWS_AHEAD;
  useEffect(() => {
    if (isNearEnd) more();
  }, [isNearEnd, more]);
  const currentIndex = cases.findIndex(({ id }) => id === currentId);
  useEffect(() => {
    if (currentIndex >= 0) virtualizer.scrollToIndex(currentIndex, { align: 'auto' });
  }, [currentIndex, virtualizer]);

  if (read.error !== null)
    return (
      <EmptyState
        level={2}
        title={t('INBOX.NOT_LOADED')}
        text={errorText(t, read.error)}
        actions={<Button onClick={read.refetch}>{t('COMMON.RETRY')}</Button>}
      />
    );
  if (read.isLoaded && cases.length === 0)
    return (
      <EmptyState
        level={2}
        icon={<IconInbox size={32} />}
        title={t(isFiltered ? 'INBOX.NONE_FOUND' : 'INBOX.EMPTY')}
        text={t(isFiltered ? 'INBOX.NONE_FOUND_TEXT' : 'INBOX.EMPTY_TEXT')}
      />
    );
  return (
    <div className={classes.list} ref={box} aria-busy={read.isFetching}>
      {read.isLoaded ? (
        <ul
          className={classes.rows}
          style={{ height: virtualizer.getTotalSize() }}
          aria-label={t('INBOX.CASES')}
        >
          {rows.map(({ index, start }) => {
            const one = cases[index];
            return (
              one && (
                <li
                  key={one.id}
                  className={classes.row}
                  style={{ transform: `translateY(${start}px)` }}
                  aria-setsize={read.total}
                  aria-posinset={index + 1}
                  data-current={one.id === currentId || undefined}
                >
                  <CaseRow
                    one={one}
                    isCurrent={one.id === currentId}
                    isTicked={ticks.has(one.id)}
                    onOpen={() => onOpen(one)}
                    onTick={(isTicked) => ticks.set(one, isTicked)}
                  />
                </li>
              )
            );
          })}
        </ul>
      ) : (
        <Loader className={classes.loader ?? ''} size="sm" role="img" aria-label={t('COMMON.LOADING')} />
      )}
    </div>
  );
}
