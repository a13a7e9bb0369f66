import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  /** What to do now. */
  readonly text?: ReactNode;
  readonly actions?: ReactNode;
  /** 1 where it stands for the whole page. */
  readonly level?: 1 | 2 | 3;
}

/** What a list, a panel or a page shows while it has nothing else to show. */
export function EmptyState({ icon, title, text, actions, level = 3 }: EmptyStateProps) {
  const Title = `h${level}` as const;
  return (
    <div className={classes.box}>
      {icon !== undefined && (
        <div className={classes.icon} aria-hidden="true">
          {icon}
        </div>
      )}
      <Title className={classes.title}>{title}</Title>
      {text !== undefined && <div className={classes.text}>{text}</div>}
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
