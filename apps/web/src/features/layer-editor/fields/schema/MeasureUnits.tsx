import { Select } from '@mantine/core';
import { type FieldSchema, measureUnits } from '@pgis/contract';
import type { ReactNode } from 'react';
import { useTexts } from '../../../../i18n/index.ts';

interface MeasureUnitsProps {
  readonly type: keyof typeof measureUnits;
  readonly schema: FieldSchema;
  readonly error: ReactNode;
  readonly onChange: (schema: FieldSchema) => void;
}

/** Unit of an area or a length; another unit has decimals of its own. */
export function MeasureUnits({ type, schema, error, onChange }: MeasureUnitsProps) {
  const { t } = useTexts();
  return (
    <Select
      label={t('FIELDS.UNIT')}
      required
      allowDeselect={false}
      data={measureUnits[type].map((unit) => ({ value: unit, label: t(`FIELDS.UNITS.${unit}`) }))}
      value={schema.unit ?? null}
      error={error}
      comboboxProps={{ withinPortal: true, zIndex: 'var(--z-popover)' }}
      onChange={(unit) => {
        const { decimals: _, ...rest } = schema;
        if (unit !== null) onChange({ ...rest, unit });
      }}
    />
  );
}
