import { Table } from '@mantine/core';
import { deleteUnit, type Unit } from '@pgis/contract';
import { useState } from 'react';
import { callApi } from '../../api/index.ts';
import { errorText, useTexts } from '../../i18n/index.ts';
import { confirm } from '../../ui/dialogs/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useSession } from '../session/index.ts';
import { AddButton } from './AddButton.tsx';
import classes from './admin.module.css';
import { useUnits } from './adminData.ts';
import { RowActions } from './RowActions.tsx';
import { UnitDialog } from './UnitDialog.tsx';
import { toTree } from './unitTree.ts';
import { useAct } from './useAct.ts';

/** The tree of units; only a module Admin changes it (D-PERM). */
export function UnitsTab() {
  const { t } = useTexts();
  const { may } = useSession();
  const { units, query } = useUnits();
  const act = useAct();
  const [edited, setEdited] = useState<Unit | 'new' | null>(null);
  const canChange = may('manageUnits');

  const remove = async ({ id, name }: Unit) => {
    if (!(await confirm({ message: t('CONFIRM_DELETE', { name }), isDestructive: true }))) return;
    await act(() => callApi(deleteUnit, { params: { unitId: id } }));
  };
  if (query.isError) return <EmptyState title={t('ADMIN.NOT_LOADED')} text={errorText(t, query.error)} />;
  return (
    <>
      {canChange && (
        <div className={classes.bar}>
          <AddButton text={t('ADMIN.ADD_UNIT')} onClick={() => setEdited('new')} />
        </div>
      )}
      <div className={classes.table}>
        <Table aria-label={t('ADMIN.UNITS')} aria-busy={query.isLoading}>
          <Table.Tbody>
            {toTree(units).map(({ depth, ...unit }) => (
              <Table.Tr key={unit.id}>
                <Table.Th scope="row" style={{ paddingInlineStart: `${10 + depth * 22}px` }}>
                  {unit.name}
                </Table.Th>
                <Table.Td className={classes.actions ?? ''}>
                  {canChange && (
                    <RowActions
                      name={unit.name}
                      onEdit={() => setEdited(unit)}
                      onDelete={unit.parentId === null ? undefined : () => void remove(unit)}
                    />
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {edited !== null && (
        <UnitDialog unit={edited === 'new' ? null : edited} units={units} onClose={() => setEdited(null)} />
      )}
    </>
  );
}
