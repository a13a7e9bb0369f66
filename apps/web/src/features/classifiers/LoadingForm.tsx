import { Skeleton } from '@mantine/core';
import classes from './ClassifierDialog.module.css';

/** What the dialog shows until it knows what it is about. */
export function LoadingForm() {
  return (
    <div className={classes.loading} aria-hidden="true">
      {[60, 100, 100, 40].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: these never change places.
        <Skeleton key={index} height={28} width={`${width}%`} />
      ))}
    </div>
  );
}
