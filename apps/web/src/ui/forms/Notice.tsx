import { IconAlertCircle, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Notice.module.css';

const icons = { info: IconInfoCircle, warn: IconAlertTriangle, err: IconAlertCircle } as const;

interface NoticeProps {
  readonly tone: keyof typeof icons;
  readonly title?: string;
  readonly children: ReactNode;
}

/** A notice; screen readers announce a warning or an error at once. */
export function Notice({ tone, title, children }: NoticeProps) {
  const NoticeIcon = icons[tone];
  return (
    <div role={tone === 'info' ? 'note' : 'alert'} className={classes.notice} data-tone={tone}>
      <NoticeIcon size={16} aria-hidden="true" />
      <div>
        {title !== undefined && <strong className={classes.title}>{title}</strong>}
        {children}
      </div>
    </div>
  );
}
