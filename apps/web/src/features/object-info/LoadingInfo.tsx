import { Skeleton } from '@mantine/core';
import classes from './LoadingInfo.module.css';

/** Placeholder while an object loads. */
export function LoadingInfo() {
  return (
    <div aria-hidden="true" className={classes.loading}>
      {[38, 62, 80, 52, 44, 30].map((width) => (
        <div key={width} className={classes.loadingRow}>
          <Skeleton height={12} width={72} />
          <Skeleton height={12} width={`${width}%`} />
        </div>
      ))}
    </div>
  );
}
