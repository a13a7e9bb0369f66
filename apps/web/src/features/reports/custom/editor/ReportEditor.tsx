import { Button, Loader, Switch } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type CustomReport, limits } from '@pgis/contract';
import { useRef, useState } from 'react';
import { ApiError } from '../../../../api/index.ts';
import { errorText, problemText, useTexts } from '../../../../i18n/index.ts';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { useSave } from '../../../../ui/forms/useSave.ts';
import { TrimmedTextarea } from '../../../../ui/inputs/TrimmedTextarea.tsx';
import { TrimmedTextInput } from '../../../../ui/inputs/TrimmedTextInput.tsx';
import { showToast } from '../../../../ui/toasts/index.ts';
import { useUnsavedWork } from '../../../../ui/unsaved-work/index.ts';
import classes from '../custom.module.css';
import { saveReport, useReportPreview } from '../customReportQueries.ts';
import { ResultView } from '../result/ResultView.tsx';
import { ContentFields } from './ContentFields.tsx';
import { isWhole, type ReportDraft, toContent } from './reportDraft.ts';

const TYPING_MS = 400;

interface ReportEditorProps {
  /** undefined for a new report. */
  readonly id: number | undefined;
  readonly start: ReportDraft;
  readonly onDone: (saved?: CustomReport) => void;
}

/** D-REP-03: the form of a report beside a preview of its result. */
export function ReportEditor({ id, start, onDone }: ReportEditorProps) {
  const { t } = useTexts();
  const [draft, setDraft] = useState(start);
  const nameBox = useRef<HTMLInputElement>(null);
  const endWork = useUnsavedWork(JSON.stringify(draft) !== JSON.stringify(start));
  const { save, isSaving, errorOf, resetErrors, failure } = useReportSave(id, (saved) => {
    endWork();
    onDone(saved);
  });
  const change = (changes: Partial<ReportDraft>) => {
    resetErrors();
    setDraft((old) => ({ ...old, ...changes }));
  };
  return (
    <div className={classes.editor}>
      <form
        className={classes.form}
        noValidate
        aria-label={t(id === undefined ? 'CUSTOM_REPORTS.NEW' : 'CUSTOM_REPORTS.EDIT')}
        onSubmit={(event) => {
          event.preventDefault();
          // On a phone the empty field may be out of view.
          if (draft.name.trim() === '') nameBox.current?.focus();
          save(draft);
        }}
      >
        <h1 className={classes.title}>
          {t(id === undefined ? 'CUSTOM_REPORTS.NEW' : 'CUSTOM_REPORTS.EDIT')}
        </h1>
        <TrimmedTextInput
          ref={nameBox}
          label={t('CUSTOM_REPORTS.NAME')}
          required
          maxLength={limits.customReport.nameLength}
          error={errorOf('name')}
          value={draft.name}
          onChange={(name) => change({ name })}
        />
        <TrimmedTextarea
          label={t('CUSTOM_REPORTS.DESCRIPTION')}
          autosize
          maxRows={4}
          maxLength={limits.customReport.descriptionLength}
          error={errorOf('description')}
          value={draft.description}
          onChange={(description) => change({ description })}
        />
        <Switch
          label={t('CUSTOM_REPORTS.SHARED')}
          description={t('CUSTOM_REPORTS.SHARED_HINT')}
          checked={draft.shared}
          onChange={(event) => change({ shared: event.currentTarget.checked })}
        />
        <ContentFields draft={draft} onChange={change} errorOf={errorOf} />
        {failure !== null && (
          <p role="alert" className={classes.error}>
            {failure}
          </p>
        )}
        <div className={classes.foot}>
          <Button variant="default" onClick={() => onDone()}>
            {t('COMMON.CANCEL')}
          </Button>
          <Button type="submit" loading={isSaving}>
            {t('COMMON.SAVE')}
          </Button>
        </div>
      </form>
      <Preview draft={draft} />
    </div>
  );
}

function useReportSave(id: number | undefined, onDone: ReportEditorProps['onDone']) {
  const { t } = useTexts();
  const [isNameMissing, setNameMissing] = useState(false);
  const { save, isSaving, error, failure, reset } = useSave(saveReport, {
    onSaved(saved) {
      showToast({ kind: 'success', message: t('CUSTOM_REPORTS.SAVED', { name: saved.name }) });
      onDone(saved);
    },
  });
  const problems = error instanceof ApiError ? error.problems : [];
  return {
    save(draft: ReportDraft): void {
      const hasName = draft.name.trim() !== '';
      setNameMissing(!hasName);
      if (hasName) save({ id, draft });
    },
    isSaving,
    failure,
    errorOf(name: keyof ReportDraft): string | undefined {
      if (name === 'name' && isNameMissing) return t('REQUIRED');
      const problem = problems.find(({ path }) => path.split('/')[1] === name);
      return problem && problemText(t, problem.code);
    },
    resetErrors(): void {
      if (error !== null) reset();
      setNameMissing(false);
    },
  };
}

function Preview({ draft }: { readonly draft: ReportDraft }) {
  const { t } = useTexts();
  const [settled] = useDebouncedValue(draft, TYPING_MS);
  const content = toContent(settled);
  const canRun = isWhole(content);
  const preview = useReportPreview(content);
  return (
    <section
      className={classes.preview}
      aria-label={t('CUSTOM_REPORTS.PREVIEW')}
      aria-busy={preview.isFetching}
    >
      <h2 className={classes.caption}>
        {t('CUSTOM_REPORTS.PREVIEW')}
        {preview.isFetching && <Loader size="xs" role="img" aria-label={t('COMMON.LOADING')} />}
      </h2>
      {!canRun && <EmptyState level={3} title={t('CUSTOM_REPORTS.NOT_WHOLE')} />}
      {canRun && preview.isError && (
        <EmptyState level={3} title={t('REPORTS.NOT_LOADED')} text={errorText(t, preview.error)} />
      )}
      {canRun && !preview.isError && preview.data !== undefined && (
        <ResultView label={t('CUSTOM_REPORTS.PREVIEW')} content={content} result={preview.data} />
      )}
    </section>
  );
}
