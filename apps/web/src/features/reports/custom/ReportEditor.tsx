import { Button, Loader, Switch, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { addCustomReport, type CustomReport, changeCustomReport, limits } from '@pgis/contract';
import { useRef, useState } from 'react';
import { ApiError, callApi } from '../../../api/index.ts';
import { errorText, problemText, useTexts } from '../../../i18n/index.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { showToast } from '../../../ui/toasts/index.ts';
import { ContentFields } from './ContentFields.tsx';
import classes from './custom.module.css';
import { useReadReportsAgain, useReportPreview } from './customData.ts';
import { ResultView } from './ResultView.tsx';
import { isWhole, type ReportDraft, toContent } from './reportDraft.ts';

const TYPING_MS = 400;

interface ReportEditorProps {
  /** undefined: a new one. */
  readonly id: number | undefined;
  readonly start: ReportDraft;
  readonly onDone: (saved?: CustomReport) => void;
}

/** D-REP-03: what is chosen on one side is shown on the other, before anything is saved. */
export function ReportEditor({ id, start, onDone }: ReportEditorProps) {
  const { t } = useTexts();
  const [draft, setDraft] = useState(start);
  const nameBox = useRef<HTMLInputElement>(null);
  const { save, isSaving, errorOf, forget, failure } = useSave(id, onDone);
  const change = (changes: Partial<ReportDraft>) => {
    forget();
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
          // On a phone what is missing may be out of sight.
          if (draft.name.trim() === '') nameBox.current?.focus();
          void save(draft);
        }}
      >
        <h1 className={classes.title}>
          {t(id === undefined ? 'CUSTOM_REPORTS.NEW' : 'CUSTOM_REPORTS.EDIT')}
        </h1>
        <TextInput
          ref={nameBox}
          label={t('CUSTOM_REPORTS.NAME')}
          required
          maxLength={limits.customReport.nameLength}
          error={errorOf('name')}
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Textarea
          label={t('CUSTOM_REPORTS.DESCRIPTION')}
          autosize
          maxRows={4}
          maxLength={limits.customReport.descriptionLength}
          error={errorOf('description')}
          value={draft.description}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <Switch
          label={t('CUSTOM_REPORTS.SHARED')}
          description={t('CUSTOM_REPORTS.SHARED_HINT')}
          checked={draft.shared}
          onChange={(event) => change({ shared: event.currentTarget.checked })}
        />
        <ContentFields draft={draft} onChange={change} errorOf={errorOf} />
        {failure !== undefined && (
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

function useSave(id: number | undefined, onDone: ReportEditorProps['onDone']) {
  const { t } = useTexts();
  const readAgain = useReadReportsAgain();
  const [isSaving, setSaving] = useState(false);
  const [cause, setCause] = useState<unknown>();
  const problems = cause instanceof ApiError ? cause.problems : [];
  const [isNameless, setNameless] = useState(false);
  const errorOf = (name: keyof ReportDraft): string | undefined => {
    if (name === 'name' && isNameless) return t('REQUIRED');
    const problem = problems.find(({ path }) => path.split('/')[1] === name);
    return problem && problemText(t, problem.code);
  };
  const save = async (draft: ReportDraft) => {
    setNameless(draft.name.trim() === '');
    if (draft.name.trim() === '' || isSaving) return;
    setSaving(true);
    try {
      const { layerIds, columns, metrics, ...content } = toContent(draft);
      const { name, description, shared } = draft;
      const lists = { layerIds: [...layerIds], columns: [...columns], metrics: [...metrics] };
      const body = { name, description, shared, ...content, ...lists };
      const saved = await (id === undefined
        ? callApi(addCustomReport, { body })
        : callApi(changeCustomReport, { params: { id }, body }));
      showToast({ kind: 'success', message: t('CUSTOM_REPORTS.SAVED', { name: saved.name }) });
      await readAgain();
      onDone(saved);
    } catch (error) {
      console.error('the report could not be saved', error);
      setCause(error);
    } finally {
      setSaving(false);
    }
  };
  const forget = () => {
    setCause(undefined);
    setNameless(false);
  };
  return { save, isSaving, errorOf, forget, failure: cause === undefined ? undefined : errorText(t, cause) };
}

function Preview({ draft }: { readonly draft: ReportDraft }) {
  const { t } = useTexts();
  const [settled] = useDebouncedValue(draft, TYPING_MS);
  const content = toContent(settled);
  const canRun = isWhole(content);
  const preview = useReportPreview(content, canRun);
  return (
    <section
      className={classes.preview}
      aria-label={t('CUSTOM_REPORTS.PREVIEW')}
      aria-busy={preview.isFetching}
    >
      <h2 className={classes.caption}>
        {t('CUSTOM_REPORTS.PREVIEW')}
        {preview.isFetching && <Loader size="xs" aria-label={t('COMMON.LOADING')} />}
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
