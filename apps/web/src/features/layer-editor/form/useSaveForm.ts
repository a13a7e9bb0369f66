import type { Classifier } from '@pgis/contract';
import { useMemo, useState } from 'react';
import { ApiError } from '../../../api/index.ts';
import { errorText, useTexts } from '../../../i18n/index.ts';
import { findCurrentNode, useSaveTreeNode } from '../../../layers/changeLayers.ts';
import { useDraft } from '../../../ui/drafts/useDraft.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { useUnsavedWork } from '../../../ui/unsaved-work/index.ts';
import type { TreeNodeConflict } from '../conflict/ChangedTreeNode.tsx';
import type { OpenTreeNodeDialog } from '../dialog/dialogState.ts';
import type { TreeNodeBody } from './LayerValues.ts';
import { type MarkedForm, markTreeNodeProblems } from './markTreeNodeProblems.ts';
import { type TreeNodeValues, toValues } from './TreeNodeValues.ts';

export interface SavedForm<Values extends TreeNodeValues> extends MarkedForm {
  readonly values: Values;
  setValues(values: Values): void;
}

interface SaveOptions<Values extends TreeNodeValues> {
  readonly state: OpenTreeNodeDialog;
  readonly opened: Classifier | null;
  readonly form: SavedForm<Values>;
  readonly toBody: (values: Values) => TreeNodeBody;
  readonly onSaved: (id: number) => void;
}

/** The node that the form started from; null for a new one. */
interface SaveBase {
  readonly version: number | null;
  readonly body: TreeNodeBody;
}

/** Content of a draft. */
interface TreeNodeDraft<Values> {
  readonly base: SaveBase;
  readonly values: Values;
}

/** Name of the form among the user's drafts. The group of a new layer is one of its values. */
function toFormName(state: OpenTreeNodeDialog): string {
  if (state.kind !== 'add') return `${state.kind} ${state.what} ${state.id}`;
  return state.what === 'status' ? `new status in ${state.parentId}` : `new ${state.what}`;
}

/**
 * Saves the dialog. A failure leaves it open, with marks at the fields and a line beside the button instead of a
 * toast (CLS-20). If another user has saved the node meanwhile, both versions are compared.
 */
export function useSaveForm<Values extends TreeNodeValues>(options: SaveOptions<Values>) {
  const { state, opened, form, toBody, onSaved } = options;
  const { t } = useTexts();
  const { mutate, isPending } = useSaveTreeNode();
  const [failure, setFailure] = useState<string | null>(null);
  const body = toBody(form.values);
  const [base, setBase] = useState<SaveBase>({
    version: state.kind === 'edit' ? (opened?.version ?? 0) : null,
    body,
  });
  const [conflict, setConflict] = useState<TreeNodeConflict | null>(null);
  // Compares what would be sent, so that selecting a rule or retyping the old text is no change.
  const isChanged = conflict !== null || JSON.stringify(body) !== JSON.stringify(base.body);
  const { values } = form;
  const content = useMemo<TreeNodeDraft<Values>>(() => ({ base, values }), [base, values]);
  const draft = useDraft({ form: toFormName(state), content, isChanged });
  useUnsavedWork(isChanged, draft);
  const [inputsKey, setInputsKey] = useState(0);

  const compare = (mine: TreeNodeBody, before: TreeNodeBody, theirs: Classifier) =>
    setConflict({
      before,
      mine,
      theirs: toBody(toValues(state.what, theirs) as Values),
      version: theirs.version,
      kind: theirs.kinds[0] ?? 'polygon',
    });
  const isOutdated = (begun: TreeNodeDraft<Values>) =>
    state.kind === 'edit' && begun.base.version !== opened?.version;
  const continueDraft = (begun: TreeNodeDraft<Values>) => {
    form.setValues(begun.values);
    // Half-typed texts of the inputs give way to the draft.
    setInputsKey((key) => key + 1);
    if (!isOutdated(begun) || opened === null) return;
    setBase(begun.base);
    compare(toBody(begun.values), begun.base.body, opened);
  };

  const fail = (cause: unknown, sent: TreeNodeBody) => {
    const current = findCurrentNode(cause);
    if (current !== undefined) {
      compare(sent, conflict?.theirs ?? base.body, current);
      return;
    }
    console.error('the classifier was not saved', cause);
    const areAllMarked = cause instanceof ApiError && markTreeNodeProblems(form, cause.problems, t);
    // The comparison of versions hides the fields.
    setFailure(areAllMarked && conflict === null ? t('CLASSIFIERS.LOOK_AT_MARKS') : errorText(t, cause));
  };
  const send = (sent: TreeNodeBody, version: number | null) => {
    if (isPending) return;
    setFailure(null);
    const action = state.kind === 'duplicate' ? 'duplicate' : 'update';
    const target =
      state.kind === 'add' ? undefined : ({ action, id: state.id, version: version ?? 0 } as const);
    mutate(
      { kind: state.what, body: sent, ...(target && { target }) },
      {
        onSuccess: ({ id }) => {
          draft.end();
          showToast({ kind: 'success', message: t('ADMIN.SAVED') });
          onSaved(id);
        },
        onError: (cause) => fail(cause, sent),
      },
    );
  };
  return {
    save: () => send(body, base.version),
    isSaving: isPending,
    failure,
    isChanged,
    draft,
    /** True if another user has saved the node since the draft was begun. */
    isOutdated,
    continueDraft,
    /** Changes when the inputs must show other values than those that were typed into them. */
    inputsKey,
    conflict,
    saveMerged: (merged: TreeNodeBody) => send(merged, conflict?.version ?? null),
  };
}
