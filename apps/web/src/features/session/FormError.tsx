import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './forms.module.css';

/** What keeps the whole form from going through, said at once to screen readers too. */
export function FormError({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes.error} role="alert">
      <IconAlertCircle size={14} aria-hidden="true" />
      <span>{children}</span>
    </div>
  );
}
