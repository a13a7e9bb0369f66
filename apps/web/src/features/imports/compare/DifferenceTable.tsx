import { ActionIcon, Checkbox, Skeleton } from '@mantine/core';
import type { Difference } from '@pgis/contract';
import { IconMapSearch, IconUserEdit } from '@tabler/icons-react';
import { formatDate, formatNumber, useTexts } from '../../../i18n/index.ts';
import classes from '../imports.module.css';
import { isChosenKind } from './choice.ts';
import own from './compare.module.css';
import { kindLabels, kindMarks } from './kindLabels.ts';

interface DifferenceTableProps {
  readonly items: readonly Difference[];
  readonly isLoading: boolean;
  readonly focusedId: number | undefined;
  readonly isSelected: (item: Difference) => boolean;
  readonly onToggle: (item: Difference) => void;
  readonly onFocus: (item: Difference) => void;
}

/** Rows with the old value struck through and the new one after it; on a phone they are cards. */
export function DifferenceTable({
  items,
  isLoading,
  focusedId,
  isSelected,
  onToggle,
  onFocus,
}: DifferenceTableProps) {
  const { t } = useTexts();
  const hasEdits = items.some(({ edited }) => edited !== null);
  if (isLoading) return <Skeleton height={160} />;
  return (
    <section className={own.table} aria-label={t('IMPORT.COMPARE.TABLE')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <td />
            <td />
            <th scope="col">{t('IMPORT.COMPARE.KEY')}</th>
            <th scope="col">{t('IMPORT.NAME')}</th>
            <th scope="col">{t('IMPORT.COMPARE.CHANGES')}</th>
            {hasEdits && <th scope="col">{t('IMPORT.COMPARE.EDITED')}</th>}
            <td />
          </tr>
        </thead>
        <tbody>
          {items.map((item) => {
            const name = item.key ?? (item.name || String(item.rowNumber ?? item.id));
            return (
              <tr key={item.id} data-focused={item.id === focusedId || undefined}>
                <td>
                  {isChosenKind(item.kind) && (
                    <Checkbox
                      aria-label={t('IMPORT.COMPARE.SELECT_ROW', { name })}
                      checked={isSelected(item)}
                      onChange={() => onToggle(item)}
                    />
                  )}
                </td>
                <td>
                  <span className={own.mark} data-kind={item.kind} title={t(kindLabels[item.kind])}>
                    {kindMarks[item.kind]}
                  </span>
                </td>
                <td>{item.key ?? item.rowNumber ?? ''}</td>
                <td>{item.name}</td>
                <td>
                  <Changes item={item} />
                </td>
                {hasEdits && (
                  <td className={own.editedCell}>{item.edited !== null && <Edited {...item.edited} />}</td>
                )}
                <td>
                  <ActionIcon
                    variant="subtle"
                    aria-label={t('IMPORT.COMPARE.ZOOM', { name })}
                    onClick={() => onFocus(item)}
                  >
                    <IconMapSearch size={18} />
                  </ActionIcon>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function Edited({ by, at }: NonNullable<Difference['edited']>) {
  const { t } = useTexts();
  return (
    <span className={own.edited}>
      <IconUserEdit size={16} aria-hidden="true" />
      {by === '' ? formatDate(at) : t('IMPORT.COMPARE.EDITED_BY', { name: by, date: formatDate(at) })}
    </span>
  );
}

const SQUARE_METRES = 10_000;

function Changes({ item }: { readonly item: Difference }) {
  const { t, language } = useTexts();
  const partLabels = { name: t('IMPORT.NAME'), description: t('IMPORT.DESCRIPTION') };
  const isPolygon = /Polygon/.test(JSON.stringify(item.newShape ?? item.oldShape ?? '').slice(0, 40));
  const toSize = (measure: number | null) =>
    measure === null || !isPolygon
      ? ''
      : `${formatNumber(Math.round((measure / SQUARE_METRES) * 100) / 100, language)} ha`;
  return (
    <dl className={own.changes}>
      {item.values.map(({ part, field, old, new: next }) => (
        <div key={`${part} ${field}`}>
          <dt>{part === 'field' ? field : partLabels[part]}</dt>
          <dd>
            {old !== null && old !== '' && (item.kind === 'missing' ? old : <del>{old}</del>)}
            {old !== null && next !== null && ' → '}
            {next !== null && <ins>{next === '' && old !== null ? t('IMPORT.EMPTY_VALUE') : next}</ins>}
          </dd>
        </div>
      ))}
      {item.isShapeChanged && (
        <div>
          <dt>{t('IMPORT.COMPARE.SHAPE')}</dt>
          <dd>
            {toSize(item.oldMeasure) !== toSize(item.newMeasure) ? (
              <>
                <del>{toSize(item.oldMeasure)}</del> → <ins>{toSize(item.newMeasure)}</ins>
              </>
            ) : (
              <ins>{t('IMPORT.COMPARE.SHAPE_CHANGED')}</ins>
            )}
          </dd>
        </div>
      )}
    </dl>
  );
}
