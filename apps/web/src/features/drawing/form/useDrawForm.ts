import { useForm } from '@mantine/form';
import type { FocusEvent } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { type DrawField, type DrawValues, fieldLimits, findFieldProblem, mayBeEmail } from './DrawValues.ts';

/** The form of an object: values, marks and touched fields. The e-mail of an existing object is not validated again. */
export function useDrawForm(initialValues: DrawValues, mode: 'add' | 'edit') {
  const { t } = useTexts();
  const check = (field: DrawField) => (value: string) => {
    const problem = findFieldProblem(field, value);
    if (problem === null) return null;
    return problem === 'REQUIRED' ? t('REQUIRED') : t('MAP.DRAW.TOO_LONG', { count: fieldLimits[field] });
  };
  const checkEmail = (value: string) =>
    mode === 'edit' || mayBeEmail(value) ? null : t('MAP.DRAW.NOT_AN_EMAIL');
  return useForm<DrawValues>({
    initialValues,
    validate: {
      name: check('name'),
      description: check('description'),
      userEmail: (value) => check('userEmail')(value) ?? checkEmail(value),
    },
  });
}

export type DrawForm = ReturnType<typeof useDrawForm>;

/**
 * Returns the properties of a text field that is validated when the user leaves it after a change. An untouched field
 * waits for Save: its mistake would move the buttons from under the pointer that is pressing one.
 */
export function getTextFieldProps(form: DrawForm, field: DrawField) {
  const { onBlur, ...props } = form.getInputProps(field);
  return {
    ...props,
    onBlur: (event: FocusEvent) => {
      onBlur?.(event);
      if (form.isDirty(field)) form.validateField(field);
    },
  };
}
