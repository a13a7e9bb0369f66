import { Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Unit } from '@pgis/contract';
import { useTexts } from '../../../i18n/index.ts';
import { FormDialog } from '../../../ui/forms/FormDialog.tsx';
import { useSave } from '../../../ui/forms/useSave.ts';
import { NameInput } from '../NameInput.tsx';
import { saveUnit } from '../userQueries.ts';
import { listBranch, toTree } from './unitTree.ts';

interface UnitDialogProps {
  /** null adds a unit. */
  readonly unit: Unit | null;
  readonly units: readonly Unit[];
  readonly onClose: () => void;
}

export function UnitDialog({ unit, units, onClose }: UnitDialogProps) {
  const { t } = useTexts();
  const root = units.find(({ parentId }) => parentId === null);
  const isRoot = unit !== null && unit.parentId === null;
  const branch = unit === null ? new Set<number>() : listBranch(units, unit.id);
  const form = useForm({
    initialValues: { name: unit?.name ?? '', parentId: String(unit?.parentId ?? root?.id ?? '') },
    validate: { name: (name) => (name.trim() === '' ? t('REQUIRED') : null) },
  });
  const saving = useSave(saveUnit, { form, onSaved: onClose });
  const submit = form.onSubmit(({ name, parentId }) =>
    saving.save({ id: unit?.id, name, parentId: isRoot ? null : Number(parentId) }),
  );
  return (
    <FormDialog
      title={t(unit === null ? 'ADMIN.ADD_UNIT' : 'ADMIN.EDIT_UNIT')}
      saving={saving}
      isChanged={form.isDirty()}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameInput {...form.getInputProps('name')} />
      {!isRoot && (
        <Select
          label={t('ADMIN.PARENT_UNIT')}
          allowDeselect={false}
          data={toTree(units)
            .filter(({ id }) => !branch.has(id))
            .map(({ id, name, depth }) => ({ value: String(id), label: `${'– '.repeat(depth)}${name}` }))}
          {...form.getInputProps('parentId')}
        />
      )}
    </FormDialog>
  );
}
