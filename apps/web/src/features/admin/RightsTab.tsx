import { Table } from '@mantine/core';
import { moduleOfRight, type Reach, type Right, rights, standings } from '@pgis/contract';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useTexts } from '../../i18n/index.ts';
import classes from './admin.module.css';

const allRights = Object.keys(rights) as Right[];

/** D-PERM as a page to read: the very table that the server asks. */
export default function RightsTab() {
  const { t } = useTexts();
  return (
    <>
      <p className={classes.note}>{t('ADMIN.RIGHTS_NOTE')}</p>
      {/* On a phone it is wider than the screen, and has nothing else in it to go to by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard (WCAG 2.1.1) */}
      <section className={classes.table} aria-label={t('ADMIN.RIGHTS')} tabIndex={0}>
        <Table className={classes.rightsTable ?? ''} aria-label={t('ADMIN.RIGHTS')} striped>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('ADMIN.RIGHTS_WHAT')}</Table.Th>
              {standings.map((standing) => (
                <Table.Th key={standing} scope="col">
                  {t(`ADMIN.STANDING.${standing}`)}
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
                {standings.map((standing) => (
                  <Table.Td key={standing}>
                    <ReachMark reach={rights[right][standing]} />
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

function ReachMark({ reach }: { readonly reach: Reach }) {
  const { t } = useTexts();
  const text = t(`ADMIN.REACH.${reach}`);
  if (reach !== 'yes' && reach !== 'no') return <span className={classes.small}>{text}</span>;
  const Icon = reach === 'yes' ? IconCheck : IconMinus;
  return (
    <>
      <Icon
        size={16}
        aria-hidden="true"
        className={reach === 'yes' ? (classes.reached ?? '') : (classes.unreached ?? '')}
      />
      <span className="visually-hidden">{text}</span>
    </>
  );
}
