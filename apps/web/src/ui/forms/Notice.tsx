import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Notice.module.css';

interface NoticeProps {
  readonly tone: 'warn' | 'err';
  readonly title?: string;
  readonly children: ReactNode;
}

/** A notice that screen readers announce at once. */
export function Notice({ tone, title, children }: NoticeProps) {
  const NoticeIcon = tone === 'err' ? IconAlertCircle : IconAlertTriangle;
  return (
    <div role="alert" className={classes.notice} data-tone={tone}>
      <NoticeIcon size={16} aria-hidden="true" />
      <div>
        {title !== undefined && <strong className={classes.title}>{title}</strong>}
        {children}
      </div>
    </div>
  );
}
