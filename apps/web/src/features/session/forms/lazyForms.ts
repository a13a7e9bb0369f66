import { LoadFailureNote, lazyPart } from '../../../ui/lazy-parts/index.ts';
/** The form for other features; it loads with the first page that uses it. */
export const NewPasswordForm = lazyPart(
  async () => ({
    default: (await import('./NewPasswordForm.tsx')).NewPasswordForm,
  }),
  LoadFailureNote,
);
