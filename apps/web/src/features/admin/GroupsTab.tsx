import { Table } from '@mantine/core';
import { deleteGroup, type Group } from '@pgis/contract';
import { useState } from 'react';
import { callApi } from '../../api/index.ts';
import { errorText, useTexts } from '../../i18n/index.ts';
import { confirm } from '../../ui/dialogs/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { AddButton } from './AddButton.tsx';
import classes from './admin.module.css';
import { useGroups, useUnits } from './adminData.ts';
import { GroupDialog } from './GroupDialog.tsx';
import { RowActions } from './RowActions.tsx';
import { useAct } from './useAct.ts';

interface GroupsTabProps {
  readonly onShowMembers: (groupId: number) => void;
}

export function GroupsTab({ onShowMembers }: GroupsTabProps) {
  const { t } = useTexts();
  const { groups, query } = useGroups();
  const { units } = useUnits();
  const act = useAct();
  const [edited, setEdited] = useState<Group | 'new' | null>(null);
  const nameOfUnit = new Map(units.map(({ id, name }) => [id, name]));

  const grantsText = ({ grants }: Group) =>
    grants
      .flatMap(({ unitId, level }) => {
        const unit = nameOfUnit.get(unitId);
        return unit === undefined ? [] : [`${unit}: ${t(`ADMIN.LEVELS.${level}`)}`];
      })
      .join(', ');
  const modulesText = ({ moduleAdmin, hasCustomReports }: Group) =>
    [moduleAdmin && t('ADMIN.MODULE_ADMIN'), hasCustomReports && t('ADMIN.MODULE_REPORTS')]
      .filter((text) => text !== false)
      .join(', ');
  const remove = async ({ id, name, memberCount }: Group) => {
    const message = t('ADMIN.CONFIRM_DELETE_GROUP', { name, count: memberCount });
    if (!(await confirm({ message, isDestructive: true }))) return;
    await act(() => callApi(deleteGroup, { params: { groupId: id } }));
  };
  if (query.isError) return <EmptyState title={t('ADMIN.NOT_LOADED')} text={errorText(t, query.error)} />;
  return (
    <>
      <div className={classes.bar}>
        <AddButton text={t('ADMIN.ADD_GROUP')} onClick={() => setEdited('new')} />
      </div>
      <div className={classes.table}>
        <Table aria-label={t('ADMIN.GROUPS')} aria-busy={query.isLoading}>
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
              <Table.Tr key={group.id}>
                <Table.Th scope="row">
                  {group.name}
                  <span className={classes.under}>{grantsText(group)}</span>
                  <span className={classes.under}>{modulesText(group)}</span>
                </Table.Th>
                <Table.Td>
                  <button
                    type="button"
                    className={classes.name}
                    aria-label={`${group.memberCount}. ${t('ADMIN.MEMBERS_OF', { name: group.name })}`}
                    onClick={() => onShowMembers(group.id)}
                  >
                    {group.memberCount}
                  </button>
                </Table.Td>
                <Table.Td className={classes.wide ?? ''}>{grantsText(group)}</Table.Td>
                <Table.Td className={classes.wide ?? ''}>{modulesText(group)}</Table.Td>
                <Table.Td className={classes.actions ?? ''}>
                  {group.canManage && (
                    <RowActions
                      name={group.name}
                      onEdit={() => setEdited(group)}
                      onDelete={() => void remove(group)}
                    />
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {edited !== null && (
        <GroupDialog group={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </>
  );
}
