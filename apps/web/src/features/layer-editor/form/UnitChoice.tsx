import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { managedUnitsQuery } from '../../../layers/layerEditorQueries.ts';
import { useSession } from '../../session/index.ts';
import { findHighest, listUnitPaths } from './listUnitPaths.ts';

interface UnitChoiceProps {
  readonly form: {
    readonly values: { readonly unitId: number | null };
    readonly errors: Readonly<Record<string, ReactNode>>;
    setFieldValue(name: 'unitId', value: number | null): void;
  };
}

/** The unit that a group belongs to, for users who manage more than one. */
export function UnitChoice({ form }: UnitChoiceProps) {
  const { t } = useTexts();
  const { units, highestId } = useManagedUnits();
  if (units.length < 2) return null;
  const selectedId = form.values.unitId ?? highestId;
  return (
    <Select
      label={t('CLASSIFIERS.UNIT')}
      description={t('CLASSIFIERS.UNIT_NOTE')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      allowDeselect={false}
      searchable={units.length > 10}
      data={units.map(({ id, path }) => ({ value: String(id), label: path }))}
      value={selectedId === null ? null : String(selectedId)}
      onChange={(id) => form.setFieldValue('unitId', id === null ? null : Number(id))}
      error={form.errors.unitId}
    />
  );
}

/** Units in which the user may add groups; empty until they have loaded, and for those who may not ask for them. */
export function useManagedUnits({ mayManage = true } = {}) {
  const { user } = useSession();
  const { data } = useQuery({ ...managedUnitsQuery(user?.userId ?? null), enabled: mayManage });
  return useMemo(() => ({ units: listUnitPaths(data ?? []), highestId: findHighest(data ?? []) }), [data]);
}
