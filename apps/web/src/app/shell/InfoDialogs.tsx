import { lazy, Suspense } from 'react';

const dialogs = {
  help: lazy(async () => ({ default: (await import('../../features/help/index.ts')).HelpDialog })),
  cookies: lazy(() => import('./cookies/CookieDialog.tsx')),
  profile: lazy(() => import('../../features/profile/UserProfileDialog.tsx')),
};
export type InfoDialog = keyof typeof dialogs;

interface InfoDialogsProps {
  readonly open: InfoDialog | null;
  readonly onClose: () => void;
}

/** The dialogs of the header and the footer; their code loads when one is opened. */
export function InfoDialogs({ open, onClose }: InfoDialogsProps) {
  if (open === null) return null;
  const Dialog = dialogs[open];
  return (
    <Suspense>
      <Dialog onClose={onClose} />
    </Suspense>
  );
}
