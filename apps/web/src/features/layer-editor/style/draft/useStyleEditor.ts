import { dependsOnReader } from '@pgis/contract';
import { useEffect, useRef } from 'react';
import type { FieldRow } from '../../form/LayerValues.ts';
import type { LayerForm } from '../../form/useTreeNodeForm.ts';
import { setProperty, setWhole } from './changeStyle.ts';
import {
  editedValues,
  mixedProperties,
  type SelectedRule,
  type StyleDraft,
  selectionOf,
} from './StyleDraft.ts';
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

/** Styles are the same for all readers. */
const styleFields = (rows: readonly FieldRow[]): readonly FieldRow[] =>
  rows.filter(({ schema }) => !dependsOnReader(schema?.type));

/** The style of the form as the panel edits it. */
export function useStyleEditor(form: LayerForm, isReadOnly: boolean): StyleEditor {
  const { style: draft, fields, companyLanguage } = form.values;
  const problems = listStyleProblems(form.errors, draft);
  const selection = selectionOf(draft);
  const mixed = mixedProperties(draft);
  const problemAt = (at: readonly SelectedRule[], name: string) =>
    problems.find(({ rule, property }) => at.includes(rule) && property === name)?.text;
  const change = (next: StyleDraft) => {
    if (next.rules !== draft.rules || next.fallback !== draft.fallback) clearStyleErrors(form);
    form.setFieldValue('style', next);
  };
  return {
    draft,
    values: editedValues(draft),
    isMixed: (name) => mixed.has(name),
    fields: styleFields(fields),
    companyLanguage,
    isReadOnly,
    change,
    latest: () => {
      const { style, fields: rows } = form.getValues();
      return { draft: style, fields: styleFields(rows) };
    },
    setProperty: (name, value) => change(setProperty(draft, name, value)),
    setWhole: (values) => change(setWhole(form.getValues().style, values)),
    problemOf: (name) => problemAt(selection, name),
    problemOfWhole: (name) => problemAt(['default'], name),
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
