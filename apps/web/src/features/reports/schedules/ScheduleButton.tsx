import type { ReportScheduleBody } from '@pgis/contract';
import { IconMailFast } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { lazyPart } from '../../../ui/lazy-parts/index.ts';
import { CompactButton } from '../table/CompactButton.tsx';

const ScheduleDialog = lazyPart(() => import('./ScheduleDialog.tsx'));

interface ScheduleButtonProps {
  readonly name: string;
  readonly report: Pick<ReportScheduleBody, 'reportId' | 'casework'>;
}

/** Opens the dialog in which a user gets a report by mail. */
export function ScheduleButton({ name, report }: ScheduleButtonProps) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <CompactButton
        label={t('SCHEDULES.SCHEDULE')}
        icon={<IconMailFast size={16} />}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <ScheduleDialog name={name} report={report} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
