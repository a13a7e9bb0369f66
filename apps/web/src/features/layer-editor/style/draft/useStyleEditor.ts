import { useEffect, useRef } from 'react';
import type { LayerForm } from '../../form/useTreeNodeForm.ts';
import { setProperty } from './changeStyle.ts';
import { editedValues, type StyleDraft } from './StyleDraft.ts';
import type { StyleEditor } from './StyleEditor.ts';
import { listStyleProblems, type StyleProblem } from './styleProblems.ts';

/**
 * Errors refer to rules by index, and one change can fix the error of another property, so each change clears all of
 * them.
 */
function clearStyleErrors(form: LayerForm): void {
  for (const key of Object.keys(form.errors))
    if (key === 'style' || key.startsWith('style.')) form.clearFieldError(key);
}

/** The style of the form as the panel edits it. */
export function useStyleEditor(form: LayerForm, isReadOnly: boolean): StyleEditor {
  const { style: draft, fields } = form.values;
  const problems = listStyleProblems(form.errors, draft);
  const change = (next: StyleDraft) => {
    if (next.isChanged && next !== draft && next.selected === draft.selected) clearStyleErrors(form);
    form.setFieldValue('style', next);
  };
  return {
    draft,
    values: editedValues(draft),
    fields,
    isReadOnly,
    change,
    latest: () => {
      const { style, fields: rows } = form.getValues();
      return { draft: style, fields: rows };
    },
    setProperty: (name, value) => change(setProperty(draft, name, value)),
    problemOf: (name) =>
      problems.find(({ rule, property }) => rule === draft.selected && property === name)?.text,
  };
}

/** Calls back with the first error when errors appear, so that it is not hidden behind a tab or another rule. */
export function useFirstProblem(form: LayerForm, show: (problem: StyleProblem) => void): void {
  const [first] = listStyleProblems(form.errors, form.values.style);
  const wasMarked = useRef(false);
  useEffect(() => {
    if (first !== undefined && !wasMarked.current) show(first);
    wasMarked.current = first !== undefined;
  });
}
