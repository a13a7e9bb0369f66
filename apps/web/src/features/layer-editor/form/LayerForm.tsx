import { type TFunction, useTexts } from '../../../i18n/index.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { DensityChoice } from '../density/DensityChoice.tsx';
import type { OpenTreeNodeDialog } from '../dialog/dialogState.ts';
import classes from '../dialog/TreeNodeDialog.module.css';
import { useUsage } from '../fields/useUsage.ts';
import { BasicFields } from './BasicFields.tsx';
import { CaseSettings } from './CaseSettings.tsx';
import { GroupChoice } from './GroupChoice.tsx';
import { LayerSections } from './LayerSections.tsx';
import { LayerSettings } from './LayerSettings.tsx';
import { type FieldRow, type LayerValues, toLayerBody } from './LayerValues.ts';
import { SaveFrame } from './SaveFrame.tsx';
import { listNames, type TreeNodeFormProps } from './TreeNodeValues.ts';
import { UnitChoice } from './UnitChoice.tsx';
import { useSaveForm } from './useSaveForm.ts';
import { useLayerForm } from './useTreeNodeForm.ts';

const isUnnamed = ({ name }: FieldRow): boolean => name.trim() === '';

function noteOf(state: OpenTreeNodeDialog, usage: number | undefined, t: TFunction): string | undefined {
  if (state.kind === 'duplicate') return t('CLASSIFIERS.DUPLICATE_NOTE'); // D-CLS-05
  return usage === undefined ? undefined : t('CLASSIFIERS.OBJECTS_IN_LAYER', { count: usage });
}

/** The form of a layer: its group and settings, and its sections once it has a group (CLS-06). */
export function LayerForm(props: TreeNodeFormProps<LayerValues>) {
  const { state, opened, groups, initialValues, onSaved } = props;
  const { t } = useTexts();
  const form = useLayerForm(initialValues);
  const isEdited = state.kind === 'edit';
  const isReadOnly = isEdited && opened?.canEdit === false;
  const isView = state.kind === 'duplicate' || (opened?.sourceId ?? null) !== null;
  const hasLockedFields = isReadOnly || isView; // FIELD-07, FIELD-08, D-CLS-05
  const toBody = (values: LayerValues) => toLayerBody(values, { hasLockedFields });
  const saving = useSaveForm({ state, opened, form, toBody, onSaved });
  const usage = useUsage(isEdited ? (opened?.id ?? null) : null);
  const { group } = form.values;
  const siblings = group?.kind === 'stored' ? groups.find(({ id }) => id === group.id)?.childClassifiers : [];
  const takenNames = listNames(siblings ?? [], isEdited ? opened?.id : undefined);
  const isDescribed = isEdited || group !== null;

  // FIELD-05, FIELD-06
  const reportUnnamedFields = () => {
    if (form.getValues().fields.some(isUnnamed)) {
      showToast({ kind: 'error', message: t('CLASSIFIERS.ERROR_LAYER_FIELD_NAME') });
    }
  };
  return (
    <SaveFrame
      saving={saving}
      isReadOnly={isReadOnly}
      note={noteOf(state, usage, t)}
      onSubmit={form.onSubmit(saving.save, reportUnnamedFields)}
    >
      <div className={isDescribed ? classes.columns : classes.single}>
        <div className={classes.main}>
          <GroupChoice
            form={form}
            groups={groups}
            isDisabled={isReadOnly || (isEdited && opened?.canManage === false)}
          />
          {group?.kind === 'new' && <UnitChoice form={form} />}
          {isDescribed && (
            <>
              <BasicFields form={form} isReadOnly={isReadOnly} takenNames={takenNames} />
              <LayerSettings form={form} isReadOnly={isReadOnly} isView={isView} />
              {!isView && <CaseSettings form={form} isReadOnly={isReadOnly} />}
              <DensityChoice form={form} isReadOnly={isReadOnly} objectCount={usage} />
            </>
          )}
        </div>
        {isDescribed && (
          <LayerSections
            form={form}
            layer={isEdited ? opened : null}
            source={opened}
            isReadOnly={isReadOnly}
            hasLockedFields={hasLockedFields}
          />
        )}
      </div>
    </SaveFrame>
  );
}
