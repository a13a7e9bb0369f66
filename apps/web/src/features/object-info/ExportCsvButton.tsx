import { Button } from '@mantine/core';
import type { Geom } from '@pgis/contract';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useSession } from '../session/index.ts';
import { exportCsv } from './exportCsv.ts';

/** INFO-03, D-PERM: for signed-in users with a level in any unit; the server applies the same rule. */
export function ExportCsvButton({ geom }: { readonly geom: Geom }) {
  const { t } = useTexts();
  const { may } = useSession();
  const [isExporting, setExporting] = useState(false);
  if (!may('exportObject')) return null;

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
