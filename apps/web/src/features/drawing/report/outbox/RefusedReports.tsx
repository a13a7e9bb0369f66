import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../../api/index.ts';
import { errorText, useTexts } from '../../../../i18n/index.ts';
import { confirm } from '../../../../ui/dialogs/index.ts';
import { Notice } from '../../../../ui/forms/Notice.tsx';
import { retireToasts } from '../../../../ui/toasts/index.ts';
import classes from '../CitizenReport.module.css';
import { forgetReport, listRefused, REFUSED_SUBJECT, type RefusedReport } from './outbox.ts';

interface RefusedReportsProps {
  /** Key of the report that the form corrects already. */
  readonly openKey: string | null;
  /** True if correcting one replaces what the user has entered meanwhile. */
  readonly isTyped: boolean;
  readonly onCorrect: (report: RefusedReport) => void;
}

/** Reports of this device that the server has refused, to be corrected or discarded. */
export function RefusedReports({ openKey, isTyped, onCorrect }: RefusedReportsProps) {
  const { t } = useTexts();
  const [reports, setReports] = useState<readonly RefusedReport[]>([]);
  useEffect(() => {
    retireToasts(REFUSED_SUBJECT);
    // A browser that stores nothing has none.
    listRefused().then(setReports, () => {});
  }, []);
  const correct = async (report: RefusedReport) => {
    const question = { message: t('DRAFT.CONFIRM_CONTINUE'), isDestructive: true };
    if (!isTyped || (await confirm(question))) onCorrect(report);
  };
  const discard = async (report: RefusedReport) => {
    const { description: text } = report.body;
    if (!(await confirm({ message: t('CITIZEN.REFUSED.CONFIRM_DISCARD', { text }), isDestructive: true })))
      return;
    await forgetReport(report);
    setReports((list) => list.filter((one) => one !== report));
  };
  return reports
    .filter(({ idempotencyKey }) => idempotencyKey !== openKey)
    .map((report) => (
      <Notice
        key={report.idempotencyKey}
        tone="warn"
        title={t('CITIZEN.NOT_SENT', { text: report.body.description })}
      >
        {errorText(t, new ApiError(report.refusal))}
        <div className={classes.refusedActions}>
          <Button variant="default" onClick={() => void correct(report)}>
            {t('CITIZEN.REFUSED.CORRECT')}
          </Button>
          <Button variant="subtle" onClick={() => void discard(report)}>
            {t('DRAFT.DISCARD')}
          </Button>
        </div>
      </Notice>
    ));
}
