import { Button, Skeleton } from '@mantine/core';
import type { Notice } from '@pgis/contract';
import { IconBell, IconBellPlus, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { errorText, formatDate, useTexts } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { LoadFailureNote } from '../../ui/lazy-parts/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { useFollows } from '../follows/index.ts';
import { NoticeRow } from './NoticeRow.tsx';
import { useMarkRead, useNotices } from './noticeQueries.ts';
import classes from './notices.module.css';

interface NoticePanelProps {
  readonly userId: number;
  readonly unread: number;
  readonly onFollows: () => void;
  readonly onClose: () => void;
}

/** Arrow keys go from notice to notice. */
function moveFocus(row: HTMLElement, step: 1 | -1): void {
  const rows = [...(row.closest('[data-notices]')?.querySelectorAll<HTMLElement>('[data-notice]') ?? [])];
  const index = rows.indexOf(row);
  rows[Math.max(0, Math.min(rows.length - 1, index + step))]?.focus();
}

/** The notices of today and of earlier days; the unread ones are tinted. */
export function NoticePanel({ userId, unread, onFollows, onClose }: NoticePanelProps) {
  const { t } = useTexts();
  const [onlyUnread, setOnlyUnread] = useState(false);
  const list = useNotices(userId, onlyUnread);
  const { mutate: markRead } = useMarkRead(userId, (cause) =>
    showToast({ kind: 'error', message: errorText(t, cause) }),
  );
  const { data: follows } = useFollows(userId);
  // A notice that moved between two reads of pages comes once.
  const items = [
    ...new Map(list.data?.pages.flatMap((page) => page.items).map((one) => [one.id, one]) ?? []).values(),
  ];
  const [newest] = items;

  const open = (notice: Notice) => {
    if (!notice.isRead) markRead({ id: notice.id });
    const imported = notice.import;
    if (imported !== null)
      void import('../imports/index.ts').then(({ openImport }) =>
        openImport({ kind: 'existing', id: imported.id }),
      );
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, { id, isRead }: Notice) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      moveFocus(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1);
    }
    if (event.key === 'Delete' && !isRead) markRead({ id });
  };

  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('NOTICES.TITLE')}</h2>
        {/* It stays, so that whoever has pressed it keeps the focus. */}
        <Button
          size="compact-sm"
          variant="subtle"
          data-disabled={unread === 0 || undefined}
          aria-disabled={unread === 0}
          onClick={() => unread > 0 && newest !== undefined && markRead({ until: newest.at })}
        >
          {t('NOTICES.READ_ALL')}
        </Button>
        <IconButton label={t('COMMON.CLOSE')} onClick={onClose}>
          <IconX size={18} />
        </IconButton>
      </div>
      <nav className={classes.tabs} aria-label={t('NOTICES.TITLE')}>
        <button type="button" aria-current={!onlyUnread || undefined} onClick={() => setOnlyUnread(false)}>
          {t('NOTICES.ALL')}
        </button>
        <button type="button" aria-current={onlyUnread || undefined} onClick={() => setOnlyUnread(true)}>
          {t('NOTICES.UNREAD')} {unread > 0 && <b className={classes.count}>{unread}</b>}
        </button>
      </nav>
      <div className={classes.list} data-notices>
        {list.data === undefined &&
          (list.error === null ? (
            <div className={classes.loading} aria-hidden="true">
              <Skeleton height={44} />
              <Skeleton height={44} />
            </div>
          ) : (
            <LoadFailureNote error={list.error} onRetry={() => void list.refetch()} />
          ))}
        {list.data !== undefined && items.length === 0 && (
          <EmptyState icon={<IconBell size={24} />} title={t('NOTICES.NONE')} text={t('NOTICES.NONE_TEXT')} />
        )}
        <Days items={items} onOpen={open} onKeyDown={onKeyDown} />
        {list.isFetchNextPageError && (
          <p className={classes.failure} role="alert">
            {errorText(t, list.error)}
          </p>
        )}
        {list.hasNextPage && (
          <Button
            className={classes.more ?? ''}
            size="compact-sm"
            variant="subtle"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {t('NOTICES.MORE')}
          </Button>
        )}
      </div>
      <div className={classes.foot}>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconBellPlus size={14} />}
          onClick={onFollows}
        >
          {t('NOTICES.FOLLOWS', { number: follows?.length ?? 0 })}
        </Button>
      </div>
    </>
  );
}

interface DaysProps {
  readonly items: readonly Notice[];
  readonly onOpen: (notice: Notice) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>, notice: Notice) => void;
}

function Days({ items, onOpen, onKeyDown }: DaysProps) {
  const { t } = useTexts();
  const today = formatDate(new Date());
  const isToday = ({ at }: Notice) => formatDate(at) === today;
  const parts = [
    ['NOTICES.TODAY', items.filter(isToday)],
    ['NOTICES.EARLIER', items.filter((one) => !isToday(one))],
  ] as const;
  return parts.map(
    ([title, ofPart]) =>
      ofPart.length > 0 && (
        <section key={title}>
          <h3 className={classes.caption}>{t(title)}</h3>
          <ul className={classes.rows}>
            {ofPart.map((notice) => (
              <NoticeRow
                key={notice.id}
                notice={notice}
                isToday={isToday(notice)}
                onOpen={() => onOpen(notice)}
                onKeyDown={(event) => onKeyDown(event, notice)}
              />
            ))}
          </ul>
        </section>
      ),
  );
}
