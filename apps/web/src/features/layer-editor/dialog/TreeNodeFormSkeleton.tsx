import { Skeleton } from '@mantine/core';
import classes from './TreeNodeDialog.module.css';

/** Placeholder while the form of the dialog loads. */
export function TreeNodeFormSkeleton() {
  return (
    <div className={classes.loading} aria-hidden="true">
      {[60, 100, 100, 40].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items never change their order.
        <Skeleton key={index} height={28} width={`${width}%`} />
      ))}
    </div>
  );
}
