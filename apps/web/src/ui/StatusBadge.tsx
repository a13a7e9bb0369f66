import classes from './StatusBadge.module.css';

export type StatusTone = 'info' | 'idea' | 'warn' | 'go' | 'ok' | 'err' | 'neutral';

interface StatusBadgeProps {
  readonly tone?: StatusTone;
  readonly children: string;
}

export function StatusBadge({ tone = 'neutral', children }: StatusBadgeProps) {
  return (
    <span className={`${classes.badge} ${tone === 'neutral' ? '' : classes[tone]}`}>
      <span className={classes.text}>{children}</span>
    </span>
  );
}
