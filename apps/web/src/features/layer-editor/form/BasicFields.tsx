import { SegmentedControl } from '@mantine/core';
import type { useForm } from '@mantine/form';
import { limits } from '@pgis/contract';
import { useTexts } from '../../../i18n/index.ts';
import { NamesInput } from '../../../ui/inputs/NamesInput.tsx';
import { TrimmedTextarea } from '../../../ui/inputs/TrimmedTextarea.tsx';
import classes from '../dialog/TreeNodeDialog.module.css';
import { allNames, type NameValues } from './NameValues.ts';
import type { StatusValues } from './TreeNodeValues.ts';
import type { useTreeNodeForm } from './useTreeNodeForm.ts';

interface BasicFieldsProps {
  /** The members that these fields need, which the forms of all kinds have. */
  readonly form: {
    readonly values: NameValues & { readonly description: string };
    setValues(changes: Pick<NameValues, 'names'>): void;
    getInputProps(name: 'name' | 'description'): ReturnType<ReturnType<typeof useForm>['getInputProps']>;
  };
  readonly isReadOnly: boolean;
  /** Names of the nodes beside this one. */
  readonly takenNames?: readonly string[];
}

/** Names may repeat, but whoever repeats one should know. */
const isTaken = (name: string, takenNames: readonly string[]): boolean =>
  takenNames.some((taken) => taken.trim().toLowerCase() === name.trim().toLowerCase());

/** CLS-05: name, in each language, and description. */
export function BasicFields({ form, isReadOnly, takenNames = [] }: BasicFieldsProps) {
  const { t } = useTexts();
  const { values } = form;
  const { error, onChange } = form.getInputProps('name');
  return (
    <>
      <NamesInput
        label={t('CLASSIFIERS.NAME')}
        names={allNames(values)}
        companyLanguage={values.companyLanguage}
        maxLength={limits.classifierNameLength}
        isRequired
        isDisabled={isReadOnly}
        hasInitialFocus={!isReadOnly}
        description={isTaken(values.name, takenNames) && t('CLASSIFIERS.NAME_TAKEN')}
        error={error}
        onChange={(names) => {
          const name = names[values.companyLanguage] ?? '';
          if (name === values.name) form.setValues({ names });
          else onChange(name);
        }}
      />
      <TrimmedTextarea
        label={t('CLASSIFIERS.DESCRIPTION')}
        withAsterisk
        required
        autosize
        minRows={2}
        maxRows={6}
        maxLength={limits.classifierDescriptionLength}
        disabled={isReadOnly}
        {...form.getInputProps('description')}
        value={values.description}
      />
    </>
  );
}

interface StatusFieldsProps {
  readonly form: ReturnType<typeof useTreeNodeForm<StatusValues>>;
  readonly isReadOnly: boolean;
}

/** CLS-05: kind of a status. */
export function StatusFields({ form, isReadOnly }: StatusFieldsProps) {
  const { t } = useTexts();
  return (
    <fieldset className={classes.labelled}>
      <legend className={classes.caption}>{t('CLASSIFIERS.STATUS_TYPE')}</legend>
      <SegmentedControl
        fullWidth
        disabled={isReadOnly}
        data={(['open', 'fixed', 'closed'] as const).map((value) => ({
          value,
          label: t(`CLASSIFIERS.STATUS_TYPES.${value}`),
        }))}
        {...form.getInputProps('statusType')}
      />
    </fieldset>
  );
}
