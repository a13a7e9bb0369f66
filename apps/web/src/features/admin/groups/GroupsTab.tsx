import { Table } from '@mantine/core';
import type { Group } from '@pgis/contract';
import { useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { confirm } from '../../../ui/dialogs/index.ts';
import { useAction } from '../../../ui/forms/useAction.ts';
import { AdminTable } from '../AdminTable.tsx';
import classes from '../admin.module.css';
import { EditDeleteButtons } from '../EditDeleteButtons.tsx';
import { removeGroup, useGroups, useUnits } from '../userQueries.ts';
import { GroupDialog } from './GroupDialog.tsx';

interface GroupsTabProps {
  readonly onShowMembers: (groupId: number) => void;
}

export function GroupsTab({ onShowMembers }: GroupsTabProps) {
  const { t } = useTexts();
  const { groups, query } = useGroups();
  const { run: remove } = useAction(removeGroup);
  const [edited, setEdited] = useState<Group | 'new' | null>(null);
  const confirmRemoval = async (group: Group) => {
    const { name, memberCount: count } = group;
    const message = t('ADMIN.CONFIRM_DELETE_GROUP', { name, count });
    if (await confirm({ message, isDestructive: true })) remove(group);
  };
  return (
    <>
      <AdminTable
        label={t('ADMIN.GROUPS')}
        query={query}
        add={{ text: t('ADMIN.ADD_GROUP'), onClick: () => setEdited('new') }}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('ADMIN.NAME')}</Table.Th>
            <Table.Th>{t('ADMIN.MEMBERS')}</Table.Th>
            <Table.Th className={classes.wide ?? ''}>{t('ADMIN.GRANTS')}</Table.Th>
            <Table.Th className={classes.wide ?? ''}>{t('ADMIN.MODULES')}</Table.Th>
            <Table.Th aria-label={t('ADMIN.ACTIONS')} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {groups.map((group) => (
            <GroupRow
              key={group.id}
              group={group}
              onShowMembers={() => onShowMembers(group.id)}
              onEdit={() => setEdited(group)}
              onDelete={() => void confirmRemoval(group)}
            />
          ))}
        </Table.Tbody>
      </AdminTable>
      {edited !== null && (
        <GroupDialog group={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </>
  );
}

interface GroupRowProps {
  readonly group: Group;
  readonly onShowMembers: () => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function GroupRow({ group, onShowMembers, onEdit, onDelete }: GroupRowProps) {
  const { t } = useTexts();
  const { units } = useUnits();
  const { name, memberCount, moduleAdmin, hasCustomReports, canManage } = group;
  const grants = group.grants
    .flatMap(({ unitId, level }) => {
      const unit = units.find(({ id }) => id === unitId);
      return unit === undefined ? [] : [`${unit.name}: ${t(`ADMIN.LEVELS.${level}`)}`];
    })
    .join(', ');
  const modules = [moduleAdmin && t('ADMIN.MODULE_ADMIN'), hasCustomReports && t('ADMIN.MODULE_REPORTS')]
    .filter((text) => text !== false)
    .join(', ');
  return (
    <Table.Tr>
      <Table.Th scope="row">
        {name}
        <span className={classes.under}>{grants}</span>
        <span className={classes.under}>{modules}</span>
      </Table.Th>
      <Table.Td>
        <button
          type="button"
          className={classes.name}
          aria-label={`${memberCount}. ${t('ADMIN.MEMBERS_OF', { name })}`}
          onClick={onShowMembers}
        >
          {memberCount}
        </button>
      </Table.Td>
      <Table.Td className={classes.wide ?? ''}>{grants}</Table.Td>
      <Table.Td className={classes.wide ?? ''}>{modules}</Table.Td>
      <Table.Td className={classes.actions ?? ''}>
        {canManage && <EditDeleteButtons name={name} onEdit={onEdit} onDelete={onDelete} />}
      </Table.Td>
    </Table.Tr>
  );
}
