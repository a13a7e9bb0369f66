import {
  addClassifier,
  type Classifier,
  type ClassifierWithChildren,
  duplicateClassifier,
  updateClassifier,
} from '@pgis/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, callApi } from '../../api/index.ts';
import { errorText, useTexts } from '../../i18n/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { toBody } from './ClassifierValues.ts';
import type { OpenClassifierDialog } from './classifierDialog.ts';
import { markProblems } from './markProblems.ts';
import type { ClassifierForm } from './useClassifierForm.ts';

interface SaveOptions {
  readonly state: OpenClassifierDialog;
  readonly opened: Classifier | null;
  readonly groups: readonly ClassifierWithChildren[];
  readonly form: ClassifierForm;
  readonly hasLockedFields: boolean;
  readonly onSaved: (id: number) => void;
}

const baseOf = ({ what }: OpenClassifierDialog): 1 | 2 => (what === 'layer' || what === 'group' ? 1 : 2);

async function send(options: SaveOptions): Promise<Classifier> {
  const { state, opened, form, groups, hasLockedFields } = options;
  const parentId = state.kind === 'add' ? state.parentId : (opened?.id1 ?? null);
  const body = toBody(form.values, { what: state.what, groups, parentId, hasLockedFields });
  const baseId = baseOf(state);
  if (state.kind === 'add') return await callApi(addClassifier, { params: { baseId }, body });
  if (state.kind === 'duplicate')
    return await callApi(duplicateClassifier, { params: { baseId, id: state.id }, body });
  return await callApi(updateClassifier, {
    params: { baseId },
    headers: { 'if-match': `"${opened?.version ?? 0}"` },
    body: { ...body, id: state.id },
  });
}

/** Saves the dialog. A failure keeps it open: marks at the fields, a line beside the button, no toast (CLS-20). */
export function useSave(options: SaveOptions) {
  const { t } = useTexts();
  const queryClient = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { form, onSaved } = options;

  const save = async () => {
    if (isSaving) return;
    // FIELD-05
    if (form.values.fields.some(({ name }) => name.trim() === '')) {
      showToast({ kind: 'error', message: t('CLASSIFIERS.ERROR_LAYER_FIELD_NAME') });
      form.setErrors(
        Object.fromEntries(
          form.values.fields.flatMap(({ name }, index) =>
            name.trim() === '' ? [[`fields.${index}.name`, t('CONTRACTORS.NAME_REQUIRED')]] : [],
          ),
        ),
      );
      return;
    }
    setSaving(true);
    setFailure(null);
    try {
      const saved = await send(options);
      await queryClient.invalidateQueries({ queryKey: ['classifier-tree'] });
      onSaved(saved.id);
    } catch (cause) {
      console.error('the classifier was not saved', cause);
      const areAllMarked = cause instanceof ApiError && markProblems(form, cause.problems, t);
      setFailure(areAllMarked ? t('CLASSIFIERS.LOOK_AT_MARKS') : errorText(t, cause));
    } finally {
      setSaving(false);
    }
  };
  return { save, isSaving, failure };
}
