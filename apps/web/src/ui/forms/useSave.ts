import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/index.ts';
import { errorText, problemText, useTexts } from '../../i18n/index.ts';

interface MarkedForm {
  readonly getValues: () => object;
  readonly setFieldError: (field: string, error: ReactNode) => void;
}

interface SaveOptions<Saved, Values> {
  /** Problems that the server reports for fields of this form are shown at those fields. */
  readonly form?: MarkedForm;
  readonly onSaved?: (saved: Saved, values: Values) => void;
  readonly onFailed?: (cause: unknown) => void;
}

/** State of a save, as a form shows it. */
export interface Saving {
  readonly isSaving: boolean;
  /** Text of the error, unless fields of the form already show all of it. */
  readonly failure: string | null;
}

/**
 * The save of a form: one at a time, with the change described by the mutation options of its resource. `onSaved` and
 * `onFailed` are called even if the form has been closed meanwhile.
 */
export function useSave<Saved, Values>(
  change: UseMutationOptions<Saved, Error, Values>,
  { form, onSaved, onFailed }: SaveOptions<Saved, Values> = {},
) {
  const { t } = useTexts();
  const { mutate, isPending, error, reset } = useMutation({
    ...change,
    onSuccess: async (saved, values, result, context) => {
      await change.onSuccess?.(saved, values, result, context);
      onSaved?.(saved, values);
    },
    onError: async (cause, values, result, context) => {
      await change.onError?.(cause, values, result, context);
      for (const { field, code } of form === undefined ? [] : listFieldProblems(cause, form))
        form?.setFieldError(field, problemText(t, code));
      onFailed?.(cause);
    },
  });
  const isAtFields = form !== undefined && isMarkedAtFields(error, form);
  return {
    save: (values: Values): void => {
      if (!isPending) mutate(values);
    },
    isSaving: isPending,
    error,
    failure: error === null || isAtFields ? null : errorText(t, error),
    /** Removes the error, for instance when the user changes the values. */
    reset,
  };
}

function listFieldProblems(cause: unknown, form: MarkedForm) {
  if (!(cause instanceof ApiError)) return [];
  const fields = form.getValues();
  return cause.problems
    .map(({ path, code }) => ({ field: path.split('/')[1] ?? '', code }))
    .filter(({ field }) => field in fields);
}

function isMarkedAtFields(cause: unknown, form: MarkedForm): boolean {
  if (!(cause instanceof ApiError) || cause.code !== 'VALIDATION') return false;
  const problems = listFieldProblems(cause, form);
  return problems.length > 0 && problems.length === cause.problems.length;
}
