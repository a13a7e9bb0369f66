import { Table } from '@mantine/core';
import { moduleOfRight, type Permission, type Right, rights, roles } from '@pgis/contract';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useTexts } from '../../i18n/index.ts';
import classes from './admin.module.css';

const allRights = Object.keys(rights) as Right[];

/** The table of permissions (D-PERM), the same that the server applies. */
export default function RightsTab() {
  const { t } = useTexts();
  return (
    <>
      <p className={classes.note}>{t('ADMIN.RIGHTS_NOTE')}</p>
      {/* On a phone the table is wider than the screen, and nothing else in it takes the keyboard focus. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard (WCAG 2.1.1) */}
      <section className={classes.table} aria-label={t('ADMIN.RIGHTS')} tabIndex={0}>
        <Table className={classes.rightsTable ?? ''} aria-label={t('ADMIN.RIGHTS')} striped>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('ADMIN.RIGHTS_WHAT')}</Table.Th>
              {roles.map((role) => (
                <Table.Th key={role} scope="col">
                  {t(`ADMIN.STANDING.${role}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {allRights.map((right) => (
              <Table.Tr key={right}>
                <Table.Th scope="row">
                  {t(`ADMIN.RIGHT.${right}`)}
                  <NeededModule right={right} />
                </Table.Th>
                {roles.map((role) => (
                  <Table.Td key={role}>
                    <PermissionMark permission={rights[right][role]} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </>
  );
}

function NeededModule({ right }: { readonly right: Right }) {
  const { t } = useTexts();
  const needed = moduleOfRight[right];
  if (needed === undefined) return null;
  const module = t(needed === 'Admin' ? 'ADMIN.MODULE_ADMIN' : 'ADMIN.MODULE_REPORTS');
  return <div className={classes.small}>{t('ADMIN.RIGHT_NEEDS_MODULE', { module })}</div>;
}

function PermissionMark({ permission }: { readonly permission: Permission }) {
  const { t } = useTexts();
  const text = t(`ADMIN.REACH.${permission}`);
  if (permission !== 'yes' && permission !== 'no') return <span className={classes.small}>{text}</span>;
  const Icon = permission === 'yes' ? IconCheck : IconMinus;
  return (
    <>
      <Icon
        size={16}
        aria-hidden="true"
        className={permission === 'yes' ? (classes.reached ?? '') : (classes.unreached ?? '')}
      />
      <span className="visually-hidden">{text}</span>
    </>
  );
}
