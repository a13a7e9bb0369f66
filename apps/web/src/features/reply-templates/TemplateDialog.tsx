import { MultiSelect, Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import { limits, type NewReplyTemplate, type ReplyTemplate, type ReplyTexts } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/index.ts';
import { statusesQuery } from '../../layers/layerQueries.ts';
import { FormDialog } from '../../ui/forms/FormDialog.tsx';
import { useSave } from '../../ui/forms/useSave.ts';
import { TrimmedTextInput } from '../../ui/inputs/TrimmedTextInput.tsx';
import { showToast } from '../../ui/toasts/index.ts';
import { useLayerList } from '../objects/index.ts';
import { useSession } from '../session/index.ts';
import { findTextProblem } from './findTextProblem.ts';
import { TextTabs } from './TextTabs.tsx';
import { saveTemplate } from './templateQueries.ts';
import classes from './templates.module.css';

const newTemplate: NewReplyTemplate = { name: '', layerIds: [], statusId: null, texts: {} };

interface TemplateDialogProps {
  /** null adds a template. */
  readonly template: ReplyTemplate | null;
  readonly onClose: () => void;
}

const toValues = ({ name, layerIds, statusId, texts }: NewReplyTemplate): NewReplyTemplate => ({
  ...{ name, layerIds, statusId, texts },
});

const withoutEmpty = (texts: ReplyTexts): ReplyTexts =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''));

/** One template: for which layers, the status it proposes, and its text in each language. */
export function TemplateDialog({ template, onClose }: TemplateDialogProps) {
  const { t } = useTexts();
  const { user } = useSession();
  const { data: groups = [] } = useLayerList();
  const { data: statuses = [] } = useQuery(statusesQuery(user?.userId ?? null));
  const layers = groups
    .filter(({ companyId }) => companyId === user?.companyId)
    .flatMap(({ childClassifiers }) => childClassifiers)
    .filter(({ caseLayer, sourceId }) => caseLayer !== null && sourceId === null);
  const form = useForm<NewReplyTemplate>({ initialValues: toValues(template ?? newTemplate) });
  const { values, errors, setFieldValue: set } = form;
  const saving = useSave(saveTemplate, {
    form,
    onSaved() {
      showToast({ kind: 'success', message: t('TEMPLATES.SAVED') });
      onClose();
    },
  });
  const submit = form.onSubmit(() => {
    const problem = findTextProblem(values.texts, t);
    if (values.name.trim() === '') form.setFieldError('name', t('REQUIRED'));
    if (problem !== undefined) form.setFieldError('texts', problem);
    if (values.name.trim() === '' || problem !== undefined) return;
    saving.save({ template, values: { ...values, texts: withoutEmpty(values.texts) } });
  });
  return (
    <FormDialog
      title={t(template === null ? 'TEMPLATES.ADD' : 'TEMPLATES.EDIT_TITLE')}
      widthPx={560}
      saving={saving}
      isChanged={form.isDirty()}
      onSubmit={submit}
      onClose={onClose}
    >
      <TrimmedTextInput
        label={t('TEMPLATES.NAME')}
        withAsterisk
        maxLength={limits.replyTemplates.nameLength}
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <div className={classes.pair}>
        <MultiSelect
          label={t('TEMPLATES.LAYERS')}
          placeholder={values.layerIds.length === 0 ? t('TEMPLATES.EVERY_LAYER') : ''}
          data={layers.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={values.layerIds.map(String)}
          maxValues={limits.replyTemplates.layers}
          error={errors.layerIds}
          onChange={(selected) => set('layerIds', selected.map(Number))}
        />
        <Select
          label={t('TEMPLATES.STATUS')}
          placeholder={t('TEMPLATES.NO_STATUS')}
          clearable
          data={statuses.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={values.statusId === null ? null : String(values.statusId)}
          error={errors.statusId}
          onChange={(id) => set('statusId', id ? Number(id) : null)}
        />
      </div>
      <TextTabs texts={values.texts} error={errors.texts} onChange={(texts) => set('texts', texts)} />
    </FormDialog>
  );
}
