import { Button } from '@mantine/core';
import type { Classifier, ClassifierWithChildren } from '@pgis/contract';
import { IconAlertCircle, IconLock } from '@tabler/icons-react';
import { useTexts } from '../../i18n/index.ts';
import { BasicFields } from './BasicFields.tsx';
import classes from './ClassifierDialog.module.css';
import type { ClassifierValues } from './ClassifierValues.ts';
import type { OpenClassifierDialog } from './classifierDialog.ts';
import { GroupChoice } from './GroupChoice.tsx';
import { LayerSections } from './LayerSections.tsx';
import { LayerSettings } from './LayerSettings.tsx';
import { UnitChoice } from './UnitChoice.tsx';
import { useClassifierForm } from './useClassifierForm.ts';
import { useSave } from './useSave.ts';
import { useUsage } from './useUsage.ts';

interface ClassifierFormProps {
  readonly state: OpenClassifierDialog;
  /** What is edited or duplicated; null where something is added. */
  readonly opened: Classifier | null;
  readonly groups: readonly ClassifierWithChildren[];
  readonly initialValues: ClassifierValues;
  readonly onSaved: (id: number) => void;
}

/** The dialog's fields, its sections for a layer, and the button that saves them (CLS-14). */
export function ClassifierForm({ state, opened, groups, initialValues, onSaved }: ClassifierFormProps) {
  const { t } = useTexts();
  const form = useClassifierForm(initialValues, state);
  const isLayer = state.what === 'layer';
  const isReadOnly = state.kind === 'edit' && opened?.canEdit === false;
  // FIELD-07, FIELD-08, D-CLS-05
  const hasLockedFields = isReadOnly || state.kind === 'duplicate' || (opened?.sourceId ?? null) !== null;
  const { save, isSaving, failure } = useSave({ state, opened, groups, form, hasLockedFields, onSaved });
  const usage = useUsage(isLayer && state.kind === 'edit' ? (opened?.id ?? null) : null);
  const isNewGroup =
    isLayer &&
    form.values.group.trim() !== '' &&
    groups.every(({ name }) => name !== form.values.group.trim());
  const hasUnit =
    isNewGroup || (state.what === 'group' && (state.kind === 'add' || opened?.canManage === true));
  // CLS-06
  const isDescribed = state.kind === 'edit' || !isLayer || form.values.group.trim() !== '';
  return (
    <form noValidate className={classes.form} onSubmit={form.onSubmit(() => void save())}>
      <div className={isLayer && isDescribed ? classes.columns : classes.single}>
        <div className={classes.main}>
          {isLayer && (
            <GroupChoice
              form={form}
              groups={groups}
              isDisabled={isReadOnly || (state.kind === 'edit' && opened?.canManage === false)}
            />
          )}
          {hasUnit && <UnitChoice form={form} />}
          {isDescribed && <BasicFields form={form} what={state.what} isReadOnly={isReadOnly} />}
          {isLayer && isDescribed && (
            <LayerSettings
              form={form}
              isReadOnly={isReadOnly}
              isView={state.kind === 'duplicate' || (opened?.sourceId ?? null) !== null}
            />
          )}
        </div>
        {isLayer && isDescribed && (
          <LayerSections
            form={form}
            layer={state.kind === 'edit' ? opened : null}
            source={opened}
            isReadOnly={isReadOnly}
            hasLockedFields={hasLockedFields}
          />
        )}
      </div>
      <div className={classes.foot}>
        <div className={classes.footText}>
          {failure !== null ? (
            <span role="alert" className={classes.failure}>
              <IconAlertCircle size={16} aria-hidden="true" /> {failure}
            </span>
          ) : isReadOnly ? (
            <span className={classes.quiet}>
              <IconLock size={14} aria-hidden="true" /> {t('CLASSIFIERS.READ_ONLY')}
            </span>
          ) : (
            usage !== undefined && <span>{t('CLASSIFIERS.OBJECTS_IN_LAYER', { count: usage })}</span>
          )}
        </div>
        {!isReadOnly && (
          <Button type="submit" loading={isSaving} className={classes.save ?? ''}>
            {t('COMMON.SAVE')}
          </Button>
        )}
      </div>
    </form>
  );
}
