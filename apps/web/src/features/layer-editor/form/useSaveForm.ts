import type { Classifier } from '@pgis/contract';
import { useState } from 'react';
import { ApiError } from '../../../api/index.ts';
import { errorText, useTexts } from '../../../i18n/index.ts';
import { useSaveTreeNode } from '../../../layers/changeLayers.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { useUnsavedWork } from '../../../ui/unsaved-work/index.ts';
import type { OpenTreeNodeDialog } from '../dialog/dialogState.ts';
import type { TreeNodeBody } from './LayerValues.ts';
import { type MarkedForm, markTreeNodeProblems } from './markTreeNodeProblems.ts';

export interface SaveOptions {
  readonly state: OpenTreeNodeDialog;
  readonly opened: Classifier | null;
  readonly form: MarkedForm;
  readonly toBody: () => TreeNodeBody;
  readonly onSaved: (id: number) => void;
}

/**
 * Saves the dialog. A failure leaves it open, with marks at the fields and a line beside the button instead of a
 * toast (CLS-20).
 */
export function useSaveForm({ state, opened, form, toBody, onSaved }: SaveOptions) {
  const { t } = useTexts();
  const { mutate, isPending } = useSaveTreeNode();
  const [failure, setFailure] = useState<string | null>(null);

  const fail = (cause: unknown) => {
    console.error('the classifier was not saved', cause);
    const areAllMarked = cause instanceof ApiError && markTreeNodeProblems(form, cause.problems, t);
    setFailure(areAllMarked ? t('CLASSIFIERS.LOOK_AT_MARKS') : errorText(t, cause));
  };
  useUnsavedWork(useIsChanged(toBody));
  const save = () => {
    if (isPending) return;
    setFailure(null);
    const action = state.kind === 'duplicate' ? 'duplicate' : 'update';
    const target =
      state.kind === 'add' ? undefined : ({ action, id: state.id, version: opened?.version ?? 0 } as const);
    mutate(
      { kind: state.what, body: toBody(), ...(target && { target }) },
      {
        onSuccess: ({ id }) => {
          showToast({ kind: 'success', message: t('ADMIN.SAVED') });
          onSaved(id);
        },
        onError: fail,
      },
    );
  };
  return { save, isSaving: isPending, failure };
}

/** Compares what would be sent, so that selecting a rule or retyping the old text is no change. */
function useIsChanged(toBody: () => TreeNodeBody): boolean {
  const body = JSON.stringify(toBody());
  const [first] = useState(body);
  return body !== first;
}
