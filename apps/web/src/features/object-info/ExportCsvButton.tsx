import { Button } from '@mantine/core';
import type { Geom } from '@pgis/contract';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useSession } from '../session/index.ts';
import { exportCsv } from './exportCsv.ts';

/** INFO-03: for signed-in users. */
export function ExportCsvButton({ geom }: { readonly geom: Geom }) {
  const { t } = useTexts();
  const { isAnonymous } = useSession();
  const [isExporting, setExporting] = useState(false);
  if (isAnonymous) return null;

  const save = async () => {
    setExporting(true);
    await exportCsv(geom, t);
    setExporting(false);
  };
  return (
    <Button
      variant="default"
      leftSection={<IconFileTypeCsv size={16} />}
      loading={isExporting}
      onClick={() => void save()}
    >
      {t('MAP.INFO.EXPORT_CSV')}
    </Button>
  );
}
