import { Button, Skeleton } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { errorText, useTexts } from '../../../i18n/index.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import pageClasses from '../page.module.css';
import { type CustomReportLocation, parseCustomReportLocation } from './customReportLocation.ts';
import { useCustomReport } from './customReportQueries.ts';
import { ReportEditor } from './editor/ReportEditor.tsx';
import { fromLayerReport, newDraft, toDraft } from './editor/reportDraft.ts';
import { OpenedReport } from './OpenedReport.tsx';
import { ReportList } from './ReportList.tsx';

/** D-REP-03: the list of reports, one report with its result, or the editor. */
export default function CustomReportsScreen() {
  const { language } = useTexts();
  const navigate = useNavigate();
  const location = parseCustomReportLocation(useSearch({ strict: false }));
  const go = (search: CustomReportLocation) => void navigate({ to: '.', search });
  const hrefOf = ({ report }: CustomReportLocation) =>
    `#/${language}/reports/custom-reports?report=${report}`;
  return (
    <div className={pageClasses.scrolled}>
      {location.edit !== undefined ? (
        <EditedReport key={`${location.edit} ${location.copy}`} location={location} onGo={go} />
      ) : location.report !== undefined ? (
        <OpenedReport key={location.report} id={location.report} onGo={go} />
      ) : (
        <ReportList hrefOf={hrefOf} onGo={go} />
      )}
    </div>
  );
}

interface EditedReportProps {
  readonly location: CustomReportLocation;
  readonly onGo: (location: CustomReportLocation) => void;
}

function EditedReport({ location: { edit, copy, source }, onGo }: EditedReportProps) {
  const { t } = useTexts();
  const id = edit === 'new' ? undefined : edit;
  const saved = useCustomReport(id ?? copy);
  const done = (result?: { readonly id: number }) => {
    const report = result?.id ?? id;
    onGo(report === undefined ? {} : { report });
  };
  if (id === undefined && copy === undefined)
    return (
      <ReportEditor
        id={undefined}
        start={source === undefined ? newDraft : fromLayerReport(source, new Date())}
        onDone={done}
      />
    );
  if (saved.isError)
    return (
      <EmptyState
        level={1}
        title={t('REPORTS.NOT_LOADED')}
        text={errorText(t, saved.error)}
        actions={<Button onClick={() => onGo({})}>{t('CUSTOM_REPORTS.BACK')}</Button>}
      />
    );
  if (saved.data === undefined) return <Skeleton height={320} />;
  const start = toDraft(saved.data);
  const copied = { ...start, name: t('CUSTOM_REPORTS.COPY_NAME', { name: start.name }), shared: false };
  return <ReportEditor id={id} start={id === undefined ? copied : start} onDone={done} />;
}
