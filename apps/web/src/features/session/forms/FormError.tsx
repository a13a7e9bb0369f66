import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './forms.module.css';

/** The error of a form, announced by screen readers. */
export function FormError({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes.error} role="alert">
      <IconAlertCircle size={14} aria-hidden="true" />
      <span>{children}</span>
    </div>
  );
}
