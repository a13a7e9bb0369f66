import { Button } from '@mantine/core';
import type { Geom } from '@pgis/contract';
import { IconHistory } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';

const HistoryDialog = lazy(() => import('./HistoryDialog.tsx'));

/** For who may edit the object: who changed what of it, and a way back. */
export function HistoryButton({ geom }: { readonly geom: Geom }) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconHistory size={16} />} onClick={() => setOpen(true)}>
        {t('HISTORY.TITLE')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <HistoryDialog geom={geom} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
