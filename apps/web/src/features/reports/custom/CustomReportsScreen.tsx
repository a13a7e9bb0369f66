import { Button, Skeleton } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { errorText, useTexts } from '../../../i18n/index.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import pageClasses from '../page.module.css';
import { useCustomReport } from './customData.ts';
import { type CustomPlace, parseCustomPlace } from './customPlace.ts';
import { OpenedReport } from './OpenedReport.tsx';
import { ReportEditor } from './ReportEditor.tsx';
import { ReportList } from './ReportList.tsx';
import { draftOf, newDraft, toDraft } from './reportDraft.ts';

/** D-REP-03: the list, one report with its result, or one being written. */
export default function CustomReportsScreen() {
  const { language } = useTexts();
  const navigate = useNavigate();
  const place = parseCustomPlace(useSearch({ strict: false }));
  const go = (search: CustomPlace) => void navigate({ to: '.', search: search as never });
  const hrefOf = ({ report }: CustomPlace) => `#/${language}/reports/custom-reports?report=${report}`;
  return (
    <div className={pageClasses.scrolled}>
      {place.edit !== undefined ? (
        <EditedReport key={`${place.edit} ${place.copy}`} place={place} onGo={go} />
      ) : place.report !== undefined ? (
        <OpenedReport key={place.report} id={place.report} onGo={go} />
      ) : (
        <ReportList hrefOf={hrefOf} onGo={go} />
      )}
    </div>
  );
}

interface EditedReportProps {
  readonly place: CustomPlace;
  readonly onGo: (place: CustomPlace) => void;
}

function EditedReport({ place: { edit, copy, seen }, onGo }: EditedReportProps) {
  const { t } = useTexts();
  const id = edit === 'new' ? undefined : edit;
  const source = useCustomReport(id ?? copy);
  const done = (saved?: { readonly id: number }) => {
    const report = saved?.id ?? id;
    onGo(report === undefined ? {} : { report });
  };
  if (id === undefined && copy === undefined)
    return (
      <ReportEditor
        id={undefined}
        start={seen === undefined ? newDraft : draftOf(seen, new Date())}
        onDone={done}
      />
    );
  if (source.isError)
    return (
      <EmptyState
        level={1}
        title={t('REPORTS.NOT_LOADED')}
        text={errorText(t, source.error)}
        actions={<Button onClick={() => onGo({})}>{t('CUSTOM_REPORTS.BACK')}</Button>}
      />
    );
  if (source.data === undefined) return <Skeleton height={320} />;
  const start = toDraft(source.data);
  const copied = { ...start, name: t('CUSTOM_REPORTS.COPY_NAME', { name: start.name }), shared: false };
  return <ReportEditor id={id} start={id === undefined ? copied : start} onDone={done} />;
}
