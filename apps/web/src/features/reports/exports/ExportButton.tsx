import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { lazyDialog } from '../../../ui/lazy-parts/index.ts';
import { CompactButton } from '../table/CompactButton.tsx';
import type { ExportSource } from './ExportSource.ts';

const ExportDialog = lazyDialog(() => import('./ExportDialog.tsx'));

/** Opens the export of a table. `xs` in the table under the map. */
export function ExportButton({ size, ...source }: ExportSource & { readonly size?: 'xs' }) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  return (
    <>
      {size === 'xs' ? (
        <CompactButton
          size="xs"
          icon={<IconDownload size={14} />}
          label={t('REPORTS.EXPORT')}
          onClick={open}
        />
      ) : (
        <Button leftSection={<IconDownload size={16} />} onClick={open}>
          {t('REPORTS.EXPORT')}
        </Button>
      )}
      {isOpen && <ExportDialog source={source} onClose={() => setOpen(false)} />}
    </>
  );
}
