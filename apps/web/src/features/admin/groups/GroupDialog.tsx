import { SegmentedControl, Stack, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Grant, type Group, type Level, levels } from '@pgis/contract';
import { useTexts } from '../../../i18n/index.ts';
import { FormDialog } from '../../../ui/forms/FormDialog.tsx';
import { useSave } from '../../../ui/forms/useSave.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { useSession } from '../../session/index.ts';
import classes from '../admin.module.css';
import { NameInput } from '../NameInput.tsx';
import { toTree } from '../units/unitTree.ts';
import { saveGroup, useUnits } from '../userQueries.ts';

const NONE = 'None';
const choices = [NONE, ...levels] as const;

interface GroupDialogProps {
  /** null adds a group. */
  readonly group: Group | null;
  readonly onClose: () => void;
}

interface GroupValues {
  name: string;
  moduleAdmin: boolean;
  hasCustomReports: boolean;
  grants: readonly Grant[];
}

/** Name, modules, and a grid of units by level (D-USER-06). */
export function GroupDialog({ group, onClose }: GroupDialogProps) {
  const { t } = useTexts();
  const { may } = useSession();
  const form = useForm<GroupValues>({
    initialValues: {
      name: group?.name ?? '',
      moduleAdmin: group?.moduleAdmin ?? false,
      hasCustomReports: group?.hasCustomReports ?? false,
      grants: group?.grants ?? [],
    },
    validate: { name: (name) => (name.trim() === '' ? t('REQUIRED') : null) },
  });
  const saving = useSave(saveGroup, {
    form,
    onSaved() {
      showToast({ kind: 'success', message: t('ADMIN.SAVED') });
      onClose();
    },
  });
  const submit = form.onSubmit((values) =>
    saving.save({ id: group?.id, body: { ...values, grants: [...values.grants] } }),
  );
  return (
    <FormDialog
      title={t(group === null ? 'ADMIN.ADD_GROUP' : 'ADMIN.EDIT_GROUP')}
      widthPx={640}
      saving={saving}
      isChanged={form.isDirty()}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameInput {...form.getInputProps('name')} />
      <GrantsGrid grants={form.values.grants} onChange={(grants) => form.setFieldValue('grants', grants)} />
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

interface GrantsGridProps {
  readonly grants: readonly Grant[];
  readonly onChange: (grants: readonly Grant[]) => void;
}

/** One level for each unit. */
function GrantsGrid({ grants, onChange }: GrantsGridProps) {
  const { t } = useTexts();
  const { units } = useUnits();
  const levelIn = (unitId: number) => grants.find((grant) => grant.unitId === unitId)?.level ?? NONE;
  const setLevel = (unitId: number, choice: string) => {
    const others = grants.filter((grant) => grant.unitId !== unitId);
    onChange(choice === NONE ? others : [...others, { unitId, level: choice as Level }]);
  };
  return (
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
  );
}
