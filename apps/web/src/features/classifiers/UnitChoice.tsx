import { Select } from '@mantine/core';
import { useTexts } from '../../i18n/index.ts';
import type { ClassifierForm } from './useClassifierForm.ts';
import { useManagedUnits } from './useManagedUnits.ts';

interface UnitChoiceProps {
  readonly form: ClassifierForm;
}

/** The unit that a group belongs to, for those who manage more than one. */
export function UnitChoice({ form }: UnitChoiceProps) {
  const { t } = useTexts();
  const { units, highestId } = useManagedUnits();
  if (units.length < 2) return null;
  const chosen = form.values.unitId ?? highestId;
  return (
    <Select
      label={t('CLASSIFIERS.UNIT')}
      description={t('CLASSIFIERS.UNIT_NOTE')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      allowDeselect={false}
      searchable={units.length > 10}
      data={units.map(({ id, path }) => ({ value: String(id), label: path }))}
      value={chosen === null ? null : String(chosen)}
      onChange={(id) => form.setFieldValue('unitId', id === null ? null : Number(id))}
      error={form.errors.unitId}
    />
  );
}
