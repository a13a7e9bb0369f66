import { useForm } from '@mantine/form';
import { problemText, useTexts } from '../../i18n/index.ts';
import { type ClassifierValues, findFieldErrors } from './ClassifierValues.ts';
import type { OpenClassifierDialog } from './classifierDialog.ts';
import { findStyleErrors } from './style/styleProblems.ts';

/** The form of the dialog: values and marks. */
export function useClassifierForm(initialValues: ClassifierValues, { what }: OpenClassifierDialog) {
  const { t } = useTexts();
  const required = (value: string, text: string) => (value.trim() === '' ? text : null);
  return useForm<ClassifierValues>({
    initialValues,
    validate: (values) => ({
      // CLS-15, CLS-16, CLS-17
      name: required(values.name, t('CLASSIFIERS.NAME_REQUIRED')),
      description: required(values.description, t('CLASSIFIERS.DESCRIPTION_REQUIRED')),
      group: what === 'layer' ? required(values.group, t('CLASSIFIERS.SPECIFY_GROUP')) : null,
      ...findFieldErrors(values.fields, (code) => problemText(t, code)),
      // CLS-18
      ...findStyleErrors(values.style, (code, isNumber) =>
        isNumber ? t('CLASSIFIERS.ERROR_NEGATIVE_NUMBER') : problemText(t, code),
      ),
    }),
  });
}

export type ClassifierForm = ReturnType<typeof useClassifierForm>;
