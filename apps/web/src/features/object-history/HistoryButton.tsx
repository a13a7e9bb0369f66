import type { Geom } from '@pgis/contract';
import { IconHistory } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { lazyDialog } from '../../ui/lazy-parts/index.ts';

const HistoryDialog = lazyDialog(() => import('./HistoryDialog.tsx'));

/** Opens the history of an object, for users who may edit it. */
export function HistoryButton({ geom }: { readonly geom: Geom }) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label={t('HISTORY.TITLE')} onClick={() => setOpen(true)}>
        <IconHistory size={18} />
      </IconButton>
      {isOpen && (
        <Suspense fallback={null}>
          <HistoryDialog geom={geom} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
