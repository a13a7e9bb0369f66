import { Table } from '@mantine/core';
import type { Unit } from '@pgis/contract';
import { useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { confirm } from '../../../ui/dialogs/index.ts';
import { useAction } from '../../../ui/forms/useAction.ts';
import { useSession } from '../../session/index.ts';
import { AdminTable } from '../AdminTable.tsx';
import classes from '../admin.module.css';
import { EditDeleteButtons } from '../EditDeleteButtons.tsx';
import { removeUnit, useUnits } from '../userQueries.ts';
import { UnitDialog } from './UnitDialog.tsx';
import { toTree } from './unitTree.ts';

/** The tree of units; only a module Admin changes it (D-PERM). */
export function UnitsTab() {
  const { t } = useTexts();
  const { may } = useSession();
  const { units, query } = useUnits();
  const { run: remove } = useAction(removeUnit);
  const [edited, setEdited] = useState<Unit | 'new' | null>(null);
  const canChange = may('manageUnits');
  const confirmRemoval = async (unit: Unit) => {
    const message = t('CONFIRM_DELETE', { name: unit.name });
    if (await confirm({ message, isDestructive: true })) remove(unit);
  };
  return (
    <>
      <AdminTable
        label={t('ADMIN.UNITS')}
        query={query}
        add={canChange && { text: t('ADMIN.ADD_UNIT'), onClick: () => setEdited('new') }}
      >
        <Table.Tbody>
          {toTree(units).map(({ depth, ...unit }) => (
            <Table.Tr key={unit.id}>
              <Table.Th scope="row" style={{ paddingInlineStart: `${10 + depth * 22}px` }}>
                {unit.name}
              </Table.Th>
              <Table.Td className={classes.actions ?? ''}>
                {canChange && (
                  <EditDeleteButtons
                    name={unit.name}
                    onEdit={() => setEdited(unit)}
                    onDelete={unit.parentId === null ? undefined : () => void confirmRemoval(unit)}
                  />
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </AdminTable>
      {edited !== null && (
        <UnitDialog unit={edited === 'new' ? null : edited} units={units} onClose={() => setEdited(null)} />
      )}
    </>
  );
}
