import { lazy } from 'react';

/** For other features; its code comes with the first page that has it. */
export const NewPasswordForm = lazy(async () => ({
  default: (await import('./NewPasswordForm.tsx')).NewPasswordForm,
}));
