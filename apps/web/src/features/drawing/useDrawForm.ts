import { useForm } from '@mantine/form';
import { useTexts } from '../../i18n/index.ts';
import { type DrawField, type DrawValues, fieldLimits, findFieldProblem } from './DrawValues.ts';

/** The form of an object: values, marks and touched fields. */
export function useDrawForm(initialValues: DrawValues) {
  const { t } = useTexts();
  const check = (field: DrawField) => (value: string) => {
    const problem = findFieldProblem(field, value);
    if (problem === null) return null;
    return problem === 'REQUIRED' ? t('REQUIRED') : t('MAP.DRAW.TOO_LONG', { count: fieldLimits[field] });
  };
  return useForm<DrawValues>({
    initialValues,
    validateInputOnBlur: ['name', 'description', 'userEmail'],
    validate: {
      name: check('name'),
      description: check('description'),
      userEmail: check('userEmail'),
    },
  });
}

export type DrawForm = ReturnType<typeof useDrawForm>;
