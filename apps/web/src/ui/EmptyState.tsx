import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  /** Buttons for what the user can do next. */
  readonly text?: ReactNode;
  readonly actions?: ReactNode;
  /** Level of the heading: 1 for a whole page. */
  readonly level?: 1 | 2 | 3;
}

/** Content of an empty list, panel or page. */
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
