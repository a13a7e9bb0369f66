import { Button } from '@mantine/core';
import type { Classifier, ClassifierWithChildren } from '@pgis/contract';
import { IconPlus } from '@tabler/icons-react';
import { formatNumber, useTexts } from '../../i18n/index.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { openTreeNodeDialog } from '../layer-editor/index.ts';
import { TreeRowActions } from './TreeRowActions.tsx';
import classes from './TreeScreen.module.css';

interface GroupTableProps {
  readonly group: ClassifierWithChildren;
  readonly groups: readonly ClassifierWithChildren[];
  /** True while a search hides some rows, so that their order cannot be changed. */
  readonly isFiltered: boolean;
}

/** One group: its name and actions, and a row for each layer or status in it. */
export function GroupTable({ group, groups, isFiltered }: GroupTableProps) {
  const { t } = useTexts();
  const { childClassifiers: children } = group;
  const isLayers = group.kind === 'group';
  const siblings = groups.filter(({ companyId }) => companyId === group.companyId);
  const add = () =>
    openTreeNodeDialog({ kind: 'add', what: isLayers ? 'layer' : 'status', parentId: group.id });
  return (
    <section className={classes.group} aria-label={group.name} data-node={group.id}>
      <div className={classes.groupHead}>
        <div className={classes.groupTexts}>
          <h2 className={classes.groupName}>
            {group.name} <span className={classes.count}>{children.length}</span>
          </h2>
          {group.description !== '' && (
            <p className={classes.description} title={group.description}>
              {group.description}
            </p>
          )}
        </div>
        {group.canAdd && (
          <Button size="xs" variant="light" leftSection={<IconPlus size={14} />} onClick={add}>
            {t(isLayers ? 'CLASSIFIERS.ADD_LAYER' : 'CLASSIFIERS.ADD_STATUS')}
          </Button>
        )}
        <TreeRowActions row={group} parentId={isLayers ? 1 : 2} siblings={isFiltered ? [] : siblings} />
      </div>
      {children.length === 0 ? (
        <p className={classes.nothing}>{t(isLayers ? 'CLASSIFIERS.NO_LAYERS' : 'CLASSIFIERS.NO_STATUSES')}</p>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('CLASSIFIERS.NAME')}</th>
              <th scope="col" className={classes.wide}>
                {t('CLASSIFIERS.DESCRIPTION')}
              </th>
              <th scope="col" className={classes.number}>
                {t(isLayers ? 'CLASSIFIERS.OBJECTS' : 'CLASSIFIERS.COMMENTS')}
              </th>
              <th scope="col">
                <span className="visually-hidden">{t('CLASSIFIERS.ACTIONS')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {children.map((row) => (
              <Row key={row.id} row={row} group={group} siblings={isFiltered ? [] : children} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const tones = { open: 'info', fixed: 'ok', closed: 'neutral' } as const;

interface RowProps {
  readonly row: Classifier;
  readonly group: ClassifierWithChildren;
  readonly siblings: readonly Classifier[];
}

function Row({ row, group, siblings }: RowProps) {
  const { t, language } = useTexts();
  return (
    <tr data-node={row.id}>
      <td className={classes.name}>
        {row.name}
        {row.sourceId !== null && (
          <>
            {' '}
            <StatusBadge tone="idea">{t('CLASSIFIERS.VIEW')}</StatusBadge>
          </>
        )}
        {row.statusType !== null && (
          <>
            {' '}
            <StatusBadge tone={tones[row.statusType]}>
              {t(`CLASSIFIERS.STATUS_TYPES.${row.statusType}`)}
            </StatusBadge>
          </>
        )}
      </td>
      <td className={`${classes.wide} ${classes.description}`}>{row.description}</td>
      <td className={classes.number}>
        {row.usedCount === undefined ? '—' : formatNumber(row.usedCount, language)}
      </td>
      <td className={classes.actions}>
        <TreeRowActions row={row} parentId={group.id} siblings={siblings} />
      </td>
    </tr>
  );
}
