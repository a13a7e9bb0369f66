import { Button } from '@mantine/core';
import { referenceOf } from '@pgis/contract';
import { useEffect, useState } from 'react';
import { useTexts } from '../../../../i18n/index.ts';
import { confirm } from '../../../../ui/dialogs/index.ts';
import { Notice } from '../../../../ui/forms/Notice.tsx';
import { retireToasts } from '../../../../ui/toasts/index.ts';
import classes from '../CitizenReport.module.css';
import { forgetReport, listRefused, REFUSED_SUBJECT, type RefusedReport, storeOrRemember } from './outbox.ts';
import { refusalText, refusalTitle } from './refusalTexts.ts';
import { sendWaiting } from './sendWaiting.ts';

interface RefusedReportsProps {
  /** Key of the report that the form corrects already. */
  readonly openKey: string | null;
  /** True if correcting one replaces what the user has entered meanwhile. */
  readonly isTyped: boolean;
  readonly onCorrect: (report: RefusedReport) => void;
}

/** Reports of this device that the server has refused, to be corrected or discarded, and photos that it has refused. */
export function RefusedReports({ openKey, isTyped, onCorrect }: RefusedReportsProps) {
  const { t } = useTexts();
  const [reports, setReports] = useState<readonly RefusedReport[]>([]);
  useEffect(() => {
    retireToasts(REFUSED_SUBJECT);
    // A browser that stores nothing has none.
    listRefused().then(setReports, () => {});
  }, []);
  const remove = ({ idempotencyKey }: RefusedReport) =>
    setReports((list) => list.filter((one) => one.idempotencyKey !== idempotencyKey));
  /** Returns the report as it is now; undefined if another tab has sent or discarded it. */
  const readAgain = async (report: RefusedReport): Promise<RefusedReport | undefined> => {
    const now = (await listRefused()).find((one) => one.idempotencyKey === report.idempotencyKey);
    if (now === undefined) remove(report);
    return now;
  };
  const correct = async (report: RefusedReport) => {
    const question = { message: t('DRAFT.CONFIRM_CONTINUE'), isDestructive: true };
    if (isTyped && !(await confirm(question))) return;
    const now = await readAgain(report);
    if (now !== undefined) onCorrect(now);
  };
  const sendPhotosAgain = async (report: RefusedReport) => {
    const now = await readAgain(report);
    if (now === undefined) return;
    const { refusal: _, ...waiting } = now;
    await storeOrRemember(waiting);
    remove(report);
    sendWaiting();
  };
  const discard = async (report: RefusedReport) => {
    const message =
      report.id === null
        ? t('CITIZEN.REFUSED.CONFIRM_DISCARD', { text: report.body.description })
        : t('CITIZEN.REFUSED.CONFIRM_DISCARD_PHOTOS', { number: referenceOf(report.id) });
    if (!(await confirm({ message, isDestructive: true }))) return;
    await forgetReport(report);
    remove(report);
  };
  return reports
    .filter(({ idempotencyKey }) => idempotencyKey !== openKey)
    .map((report) => (
      <Notice key={report.idempotencyKey} tone="warn" title={refusalTitle(t, report)}>
        {refusalText(t, report)}
        <div className={classes.refusedActions}>
          {report.id === null ? (
            <Button variant="default" onClick={() => void correct(report)}>
              {t('CITIZEN.REFUSED.CORRECT')}
            </Button>
          ) : (
            <Button variant="default" onClick={() => void sendPhotosAgain(report)}>
              {t('COMMON.RETRY')}
            </Button>
          )}
          <Button variant="subtle" onClick={() => void discard(report)}>
            {t('DRAFT.DISCARD')}
          </Button>
        </div>
      </Notice>
    ));
}
