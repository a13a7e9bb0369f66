import classes from '../dialog/TreeNodeDialog.module.css';
import { BasicFields, StatusFields } from './BasicFields.tsx';
import { LayerForm } from './LayerForm.tsx';
import { SaveFrame } from './SaveFrame.tsx';
import {
  type GroupValues,
  listNames,
  type StatusGroupValues,
  type StatusValues,
  type TreeNodeFormProps,
  toGroupBody,
  toStatusBody,
} from './TreeNodeValues.ts';
import { UnitChoice } from './UnitChoice.tsx';
import { type SavedForm, useSaveForm } from './useSaveForm.ts';
import { useTreeNodeForm } from './useTreeNodeForm.ts';

/** The form for a kind of tree node, with the button that saves it (CLS-14). */
export function TreeNodeForm({ initialValues, ...props }: TreeNodeFormProps) {
  switch (initialValues.kind) {
    case 'layer':
      return <LayerForm {...props} initialValues={initialValues} />;
    case 'group':
      return <GroupForm {...props} initialValues={initialValues} />;
    case 'status':
      return <StatusForm {...props} initialValues={initialValues} />;
    case 'statusGroup':
      return <StatusGroupForm {...props} initialValues={initialValues} />;
  }
}

function GroupForm({ state, opened, groups, initialValues, onSaved }: TreeNodeFormProps<GroupValues>) {
  const form = useTreeNodeForm(initialValues);
  const saving = useSaveForm({ state, opened, form, toBody: toGroupBody, onSaved });
  const isReadOnly = opened?.canEdit === false;
  return (
    <SaveFrame saving={saving} isReadOnly={isReadOnly} onSubmit={form.onSubmit(saving.save)}>
      <div className={classes.single}>
        <div className={classes.main}>
          {(state.kind === 'add' || opened?.canManage === true) && <UnitChoice form={form} />}
          <BasicFields form={form} isReadOnly={isReadOnly} takenNames={listNames(groups, opened?.id)} />
        </div>
      </div>
    </SaveFrame>
  );
}

function StatusForm({ initialValues, ...props }: TreeNodeFormProps<StatusValues>) {
  const form = useTreeNodeForm(initialValues);
  const { saving, isReadOnly } = useSaveStatus<StatusValues>(form, props);
  return (
    <SaveFrame saving={saving} isReadOnly={isReadOnly} onSubmit={form.onSubmit(saving.save)}>
      <div className={classes.single}>
        <div className={classes.main}>
          <BasicFields form={form} isReadOnly={isReadOnly} />
          <StatusFields form={form} isReadOnly={isReadOnly} />
        </div>
      </div>
    </SaveFrame>
  );
}

function StatusGroupForm({ initialValues, ...props }: TreeNodeFormProps<StatusGroupValues>) {
  const form = useTreeNodeForm(initialValues);
  const { saving, isReadOnly } = useSaveStatus<StatusGroupValues>(form, props);
  return (
    <SaveFrame saving={saving} isReadOnly={isReadOnly} onSubmit={form.onSubmit(saving.save)}>
      <div className={classes.single}>
        <div className={classes.main}>
          <BasicFields form={form} isReadOnly={isReadOnly} />
        </div>
      </div>
    </SaveFrame>
  );
}

function useSaveStatus<Values extends StatusValues | StatusGroupValues>(
  form: SavedForm<Values>,
  { state, opened, onSaved }: Omit<TreeNodeFormProps, 'initialValues'>,
) {
  const parentId = state.kind === 'add' ? state.parentId : (opened?.id1 ?? null);
  const toBody = (values: Values) => toStatusBody(values, parentId);
  return {
    saving: useSaveForm({ state, opened, form, toBody, onSaved }),
    isReadOnly: opened?.canEdit === false,
  };
}
