import type { Notice, NoticeKind } from '@pgis/contract';
import {
  IconAlertTriangle,
  IconAt,
  IconClockExclamation,
  IconFileAlert,
  IconFileCheck,
  IconFileDiff,
  IconMapPinPlus,
  IconMessage,
  IconProgressCheck,
  IconRotate,
  IconUserCheck,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { formatDateTime, useTexts } from '../../i18n/index.ts';
import classes from './notices.module.css';
import { noticeText } from './noticeText.tsx';

const icons: Readonly<Record<NoticeKind, typeof IconAt>> = {
  assigned: IconUserCheck,
  unitAssigned: IconUsersGroup,
  escalated: IconAlertTriangle,
  overdue: IconClockExclamation,
  mentioned: IconAt,
  commented: IconMessage,
  reopened: IconRotate,
  objectAdded: IconMapPinPlus,
  statusChanged: IconProgressCheck,
  replied: IconMessage,
  importDone: IconFileCheck,
  importCompared: IconFileDiff,
  importFailed: IconFileAlert,
};

interface NoticeRowProps {
  readonly notice: Notice;
  readonly isToday: boolean;
  readonly onOpen: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** One line of the list; a click leads to what it is about. */
export function NoticeRow({ notice, isToday, onOpen, onKeyDown }: NoticeRowProps) {
  const { t, language } = useTexts();
  const Icon = icons[notice.kind];
  const { id, kind, at, count, isRead, object, comment } = notice;
  const moment = formatDateTime(at);
  return (
    <li>
      <a
        className={classes.row}
        data-unread={!isRead || undefined}
        data-notice={id}
        href={object === null ? `#/${language}/dashboard` : `#/${language}/dashboard?object=${object.id}`}
        onClick={onOpen}
        onKeyDown={onKeyDown}
      >
        <span className={classes.icon} data-urgent={kind === 'overdue' || kind === 'escalated' || undefined}>
          <Icon size={18} aria-hidden="true" />
        </span>
        <span className={classes.lines}>
          <span className={classes.sentence}>
            {noticeText(notice, { t, language })}
            {object !== null && object.name !== '' && <>. {object.name}</>}
          </span>
          {comment !== null && (
            <span className={classes.comment}>{t('NOTICES.QUOTE', { text: comment })}</span>
          )}
          <time className={classes.time} dateTime={at}>
            {isToday ? moment.slice(-5) : moment}
            {count > 1 && ` · ${t('NOTICES.TIMES', { count })}`}
          </time>
        </span>
        {!isRead && <span className={classes.dot} role="img" aria-label={t('NOTICES.UNREAD')} />}
      </a>
    </li>
  );
}
