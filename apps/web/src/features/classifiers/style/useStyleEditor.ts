import { useEffect, useRef } from 'react';
import type { ClassifierForm } from '../useClassifierForm.ts';
import { setProperty } from './changeStyle.ts';
import { editedValues, type StyleDraft } from './StyleDraft.ts';
import type { StyleEditor } from './StyleEditor.ts';
import { listStyleProblems, type StyleProblem } from './styleProblems.ts';

/** Marks name rules by their places, and a change of one thing can be the cure of another: each change takes them all. */
function clearStyleErrors(form: ClassifierForm): void {
  for (const key of Object.keys(form.errors))
    if (key === 'style' || key.startsWith('style.')) form.clearFieldError(key);
}

/** The style of the form as the panel edits it. */
export function useStyleEditor(form: ClassifierForm, isReadOnly: boolean): StyleEditor {
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

/** Calls back with the first mark when marks come: what is wrong must not hide behind a tab or another rule. */
export function useFirstProblem(form: ClassifierForm, show: (problem: StyleProblem) => void): void {
  const [first] = listStyleProblems(form.errors, form.values.style);
  const wasMarked = useRef(false);
  useEffect(() => {
    if (first !== undefined && !wasMarked.current) show(first);
    wasMarked.current = first !== undefined;
  });
}
