import { lazy } from 'react';

/** The form for other features; it loads with the first page that uses it. */
export const NewPasswordForm = lazy(async () => ({
  default: (await import('./NewPasswordForm.tsx')).NewPasswordForm,
}));
