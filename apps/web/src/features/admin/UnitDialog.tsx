import { Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import { addUnit, limits, type Unit, updateUnit } from '@pgis/contract';
import { callApi } from '../../api/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { FormDialog } from '../../ui/forms/FormDialog.tsx';
import { useSaving } from '../../ui/forms/useSaving.ts';
import { TrimmedTextInput } from '../../ui/TrimmedTextInput.tsx';
import { useReadAgain } from './adminData.ts';
import { listBranch, toTree } from './unitTree.ts';

interface UnitDialogProps {
  /** null: a new one. */
  readonly unit: Unit | null;
  readonly units: readonly Unit[];
  readonly onClose: () => void;
}

export function UnitDialog({ unit, units, onClose }: UnitDialogProps) {
  const { t } = useTexts();
  const readAgain = useReadAgain();
  const root = units.find(({ parentId }) => parentId === null);
  const isRoot = unit !== null && unit.parentId === null;
  const branch = unit === null ? new Set<number>() : listBranch(units, unit.id);
  const form = useForm({
    initialValues: { name: unit?.name ?? '', parentId: String(unit?.parentId ?? root?.id ?? '') },
    validate: { name: (name) => (name.trim() === '' ? t('REQUIRED') : null) },
  });
  const { save, isSaving, failure } = useSaving(form);
  const submit = form.onSubmit(({ name, parentId }) => {
    void save(async () => {
      if (unit === null) await callApi(addUnit, { body: { name, parentId: Number(parentId) } });
      else {
        const body = { name, parentId: isRoot ? null : Number(parentId) };
        await callApi(updateUnit, { params: { unitId: unit.id }, body });
      }
      onClose();
      await readAgain();
    });
  });
  return (
    <FormDialog
      title={t(unit === null ? 'ADMIN.ADD_UNIT' : 'ADMIN.EDIT_UNIT')}
      failure={failure}
      isSaving={isSaving}
      onSubmit={submit}
      onClose={onClose}
    >
      <TrimmedTextInput
        label={t('ADMIN.NAME')}
        required
        maxLength={limits.groupNameLength}
        data-autofocus
        {...form.getInputProps('name')}
      />
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
