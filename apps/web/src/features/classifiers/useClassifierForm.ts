import { useForm } from '@mantine/form';
import { useTexts } from '../../i18n/index.ts';
import type { ClassifierValues } from './ClassifierValues.ts';
import type { OpenClassifierDialog } from './classifierDialog.ts';

/** The form of the dialog: values and marks. */
export function useClassifierForm(initialValues: ClassifierValues, { what }: OpenClassifierDialog) {
  const { t } = useTexts();
  const required = (text: string) => (value: string) => (value.trim() === '' ? text : null);
  return useForm<ClassifierValues>({
    initialValues,
    validate: {
      // CLS-15, CLS-16, CLS-17
      name: required(t('CLASSIFIERS.NAME_REQUIRED')),
      description: required(t('CLASSIFIERS.DESCRIPTION_REQUIRED')),
      ...(what === 'layer' && { group: required(t('CLASSIFIERS.SPECIFY_GROUP')) }),
    },
  });
}

export type ClassifierForm = ReturnType<typeof useClassifierForm>;
