import { Select } from '@mantine/core';
import { useTexts } from '../../../i18n/index.ts';
import classes from './DrawForm.module.css';
import type { AddableGroup } from './useAddableLayers.ts';
import type { DrawForm } from './useDrawForm.ts';

interface LayerChoiceProps {
  readonly form: DrawForm;
  readonly groups: readonly AddableGroup[];
}

const toOption = ({ id, name }: { readonly id: number; readonly name: string }) => ({
  value: String(id),
  label: name,
});

/** Selects the group, then the layer in it; a new group selects its first layer. */
export function LayerChoice({ form, groups }: LayerChoiceProps) {
  const { t } = useTexts();
  const { objectId, classId } = form.values;
  const layers = groups.find(({ id }) => id === objectId)?.childClassifiers ?? [];
  const chooseGroup = (value: string | null) => {
    const group = groups.find(({ id }) => String(id) === value);
    form.setValues({ objectId: group?.id ?? null, classId: group?.childClassifiers[0]?.id ?? null });
  };
  return (
    <div className={classes.pair}>
      <Select
        label={t('MAP.DRAW.GROUP')}
        data={groups.map(toOption)}
        value={objectId === null ? null : String(objectId)}
        onChange={chooseGroup}
        allowDeselect={false}
        comboboxProps={{ withinPortal: true, zIndex: 'var(--z-popover)' }}
      />
      <Select
        label={t('MAP.DRAW.LAYER')}
        data={layers.map(toOption)}
        value={classId === null ? null : String(classId)}
        onChange={(value) => form.setFieldValue('classId', value === null ? null : Number(value))}
        allowDeselect={false}
        comboboxProps={{ withinPortal: true, zIndex: 'var(--z-popover)' }}
      />
    </div>
  );
}
