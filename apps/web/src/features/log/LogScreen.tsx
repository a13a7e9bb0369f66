import { Button, Skeleton } from '@mantine/core';
import { exportLogCsv, listLog } from '@pgis/contract';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '../../api/index.ts';
import { errorText, useTexts } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { useSession } from '../session/index.ts';
import { LogEntry } from './LogEntry.tsx';
import { LogFilters } from './LogFilters.tsx';
import classes from './log.module.css';
import { type LogFilter, parseLogFilter, toLogQuery } from './logFilter.ts';
import { useLogNames } from './useLogNames.ts';

const PAGE_ROWS = 50;

/** D-LOG-01, ADM-01: who did what when; the filter is in the address, so that it can be passed on. */
export default function LogScreen() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const filter = parseLogFilter(useSearch({ strict: false }));
  const setFilter = (search: LogFilter) =>
    void navigate({ to: '.', search: search as never, replace: true, resetScroll: false });
  const { nameOf, layerGroups } = useLogNames();
  const log = useLogPages(filter);
  const { exportCsv, isExporting } = useCsv(filter);
  const rows = log.data?.pages.flatMap(({ items }) => items);
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{t('MY_PGIS.LOG')}</h1>
      <LogFilters
        filter={filter}
        layerGroups={layerGroups}
        onChange={setFilter}
        onExport={() => void exportCsv()}
        isExporting={isExporting}
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

function useLogPages(filter: LogFilter) {
  const { user } = useSession();
  const query = toLogQuery(filter);
  return useInfiniteQuery({
    queryKey: ['log', 'pages', user?.userId, query],
    queryFn: ({ pageParam, signal }) =>
      callApi(listLog, {
        query: { ...query, _size: PAGE_ROWS, ...(pageParam !== null && { _before: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** The next rows come when the end of the list is in sight; a search that found nothing goes on when it is told to. */
function More({ log }: { readonly log: ReturnType<typeof useLogPages> }) {
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

function useCsv(filter: LogFilter) {
  const { t } = useTexts();
  const [isExporting, setExporting] = useState(false);
  const exportCsv = async () => {
    setExporting(true);
    try {
      saveFile(await callApi(exportLogCsv, { query: toLogQuery(filter) }), 'log.csv');
      showToast({ kind: 'success', message: t('MAP.FILE_EXPORTED') });
    } catch (cause) {
      showToast({ kind: 'error', message: errorText(t, cause) });
    } finally {
      setExporting(false);
    }
  };
  return { exportCsv, isExporting };
}
