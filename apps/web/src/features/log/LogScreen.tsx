import { Button, Skeleton } from '@mantine/core';
import type { listLog, ReplyOf } from '@pgis/contract';
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { errorText, useTexts } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useAction } from '../../ui/forms/useAction.ts';
import { useSession } from '../session/index.ts';
import { LogEntry } from './LogEntry.tsx';
import { LogFilters } from './LogFilters.tsx';
import classes from './log.module.css';
import { type LogFilter, parseLogFilter } from './logFilter.ts';
import { downloadLog, logPagesQuery } from './logQueries.ts';
import { useLogNames } from './useLogNames.ts';

/** D-LOG-01, ADM-01: the log of changes. The address holds the filter, so that it can be passed on as a link. */
export default function LogScreen() {
  const { t } = useTexts();
  const { user } = useSession();
  const navigate = useNavigate();
  const filter = parseLogFilter(useSearch({ strict: false }));
  const setFilter = (search: LogFilter) =>
    void navigate({ to: '.', search, replace: true, resetScroll: false });
  const { nameOf, layerGroups } = useLogNames();
  const log = useInfiniteQuery(logPagesQuery(user?.userId, filter));
  const { run: download, isRunning } = useAction(downloadLog, () => t('MAP.FILE_EXPORTED'));
  const rows = log.data?.pages.flatMap(({ items }) => items);
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{t('MY_PGIS.LOG')}</h1>
      <LogFilters
        filter={filter}
        layerGroups={layerGroups}
        onChange={setFilter}
        onExport={() => download(filter)}
        isExporting={isRunning}
      />
      {log.isError && rows === undefined ? (
        <EmptyState
          level={2}
          title={t('LOG.NOT_LOADED')}
          text={errorText(t, log.error)}
          actions={<Button onClick={() => void log.refetch()}>{t('COMMON.RETRY')}</Button>}
        />
      ) : (
        <>
          {rows === undefined && <Skeleton height={320} />}
          {rows?.length === 0 && !log.hasNextPage && (
            <EmptyState level={2} title={t('LOG.EMPTY')} text={t('LOG.EMPTY_TEXT')} />
          )}
          {rows !== undefined && rows.length > 0 && (
            <ul className={classes.list} aria-label={t('MY_PGIS.LOG')} aria-busy={log.isFetching}>
              {rows.map((row) => (
                <LogEntry key={row.id} row={row} nameOf={nameOf} onFilter={setFilter} />
              ))}
            </ul>
          )}
          <More log={log} />
        </>
      )}
    </div>
  );
}

interface MoreProps {
  readonly log: UseInfiniteQueryResult<InfiniteData<ReplyOf<typeof listLog>>>;
}

/** Loads the next rows when the end of the list comes into view; a search without hits goes on only on request. */
function More({ log }: MoreProps) {
  const { t } = useTexts();
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, data } = log;
  const end = useRef<HTMLDivElement>(null);
  const goesOn = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const foundSome = (data?.pages.at(-1)?.items.length ?? 0) > 0;
  useEffect(() => {
    if (end.current === null || !goesOn || !foundSome) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) void fetchNextPage();
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [goesOn, foundSome, fetchNextPage]);
  if (!hasNextPage) return null;
  return (
    <div ref={end} className={classes.more}>
      {!foundSome && <p>{t('LOG.NOT_FOUND_YET')}</p>}
      <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t(foundSome ? 'LOG.OLDER' : 'LOG.SEARCH_ON')}
      </Button>
    </div>
  );
}
