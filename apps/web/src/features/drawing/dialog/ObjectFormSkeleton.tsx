import { Skeleton } from '@mantine/core';
import classes from './DrawDialog.module.css';

export function ObjectFormSkeleton() {
  return (
    <div aria-hidden="true" className={classes.loading}>
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} height={36} radius="sm" />
      ))}
    </div>
  );
}
