import { SegmentedControl, Stack, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import { addGroup, type Grant, type Group, type Level, levels, limits, updateGroup } from '@pgis/contract';
import { callApi } from '../../api/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { FormDialog } from '../../ui/forms/FormDialog.tsx';
import { useSaving } from '../../ui/forms/useSaving.ts';
import { TrimmedTextInput } from '../../ui/TrimmedTextInput.tsx';
import { showToast } from '../../ui/toasts/index.ts';
import { useSession } from '../session/index.ts';
import classes from './admin.module.css';
import { useReadAgain, useUnits } from './adminData.ts';
import { toTree } from './unitTree.ts';

const NONE = 'None';
const choices = [NONE, ...levels] as const;

interface GroupDialogProps {
  /** null: a new one. */
  readonly group: Group | null;
  readonly onClose: () => void;
}

/** Name, modules, and a grid of units by level (D-USER-06). */
export function GroupDialog({ group, onClose }: GroupDialogProps) {
  const { t } = useTexts();
  const { may } = useSession();
  const { units } = useUnits();
  const readAgain = useReadAgain();
  const form = useForm({
    initialValues: {
      name: group?.name ?? '',
      moduleAdmin: group?.moduleAdmin ?? false,
      hasCustomReports: group?.hasCustomReports ?? false,
      grants: (group?.grants ?? []) as readonly Grant[],
    },
    validate: { name: (name) => (name.trim() === '' ? t('REQUIRED') : null) },
  });
  const { save, isSaving, failure } = useSaving(form);
  const { grants } = form.values;
  const levelIn = (unitId: number) => grants.find((grant) => grant.unitId === unitId)?.level ?? NONE;
  const setLevel = (unitId: number, choice: string) => {
    const others = grants.filter((grant) => grant.unitId !== unitId);
    form.setFieldValue('grants', choice === NONE ? others : [...others, { unitId, level: choice as Level }]);
  };
  const submit = form.onSubmit((values) => {
    void save(async () => {
      const body = { ...values, grants: [...values.grants] };
      if (group === null) await callApi(addGroup, { body });
      else await callApi(updateGroup, { params: { groupId: group.id }, body });
      showToast({ kind: 'success', message: t('ADMIN.SAVED') });
      onClose();
      await readAgain();
    });
  });
  return (
    <FormDialog
      title={t(group === null ? 'ADMIN.ADD_GROUP' : 'ADMIN.EDIT_GROUP')}
      widthPx={640}
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
      <div>
        <h3 className={classes.caption}>{t('ADMIN.GRANTS')}</h3>
        <table className={classes.rights} aria-label={t('ADMIN.GRANTS')}>
          <tbody>
            {toTree(units).map(({ id, name, depth }) => (
              <tr key={id}>
                <th scope="row" style={{ paddingInlineStart: `${depth * 18}px` }}>
                  {name}
                </th>
                <td>
                  <SegmentedControl
                    size="xs"
                    aria-label={name}
                    data={choices.map((value) => ({ value, label: t(`ADMIN.LEVELS.${value}`) }))}
                    value={levelIn(id)}
                    onChange={(value) => setLevel(id, value)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className={classes.small}>{t('ADMIN.GRANTS_NOTE')}</p>
      </div>
      {may('manageModules') && (
        <div>
          <h3 className={classes.caption}>{t('ADMIN.MODULES')}</h3>
          <Stack gap="sm">
            <Switch
              label={t('ADMIN.MODULE_ADMIN')}
              {...form.getInputProps('moduleAdmin', { type: 'checkbox' })}
            />
            <Switch
              label={t('ADMIN.MODULE_REPORTS')}
              {...form.getInputProps('hasCustomReports', { type: 'checkbox' })}
            />
          </Stack>
        </div>
      )}
    </FormDialog>
  );
}
