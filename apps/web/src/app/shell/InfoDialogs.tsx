import { Suspense } from 'react';
import { lazyDialog } from '../../ui/lazy-parts/index.ts';

const dialogs = {
  help: lazyDialog(async () => ({ default: (await import('../../features/help/index.ts')).HelpDialog })),
  cookies: lazyDialog(() => import('./cookies/CookieDialog.tsx')),
  profile: lazyDialog(() => import('../../features/profile/UserProfileDialog.tsx')),
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
