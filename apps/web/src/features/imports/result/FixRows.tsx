import { Button, Group, Skeleton, Text } from '@mantine/core';
import type { FixedRow, Import, SkippedRow } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText, formatNumber, useTexts } from '../../../i18n/index.ts';
import { Notice } from '../../../ui/forms/Notice.tsx';
import { UnsavedWork } from '../../../ui/unsaved-work/index.ts';
import { reasonLabels } from '../importLabels.ts';
import { countSkipped, skippedRowsQuery, useFixRows } from '../importQueries.ts';
import classes from '../imports.module.css';
import { SampleMap } from '../map/SampleMap.tsx';
import own from './skipped.module.css';

/** Corrected texts of a row by field; the shape has a key that no field of a layer can have. */
type Corrections = ReadonlyMap<number, ReadonlyMap<string, string>>;
const SHAPE = '=wkt';

/** The skipped rows on a map and in a table, where they are corrected and imported once more. */
export function FixRows({ one }: { readonly one: Import }) {
  const { t, language } = useTexts();
  const { data, error } = useQuery(skippedRowsQuery(one.id));
  const fix = useFixRows(one.id);
  const [corrections, setCorrections] = useState<Corrections>(new Map());
  if (error) return <Notice tone="err">{errorText(t, error)}</Notice>;
  if (data === undefined) return <Skeleton height={220} />;
  const { fields, rows } = data;
  const number = (count: number) => formatNumber(count, language);
  const shapes = rows.flatMap(({ shape }) => (shape === null ? [] : [shape]));
  const change = (row: number, field: string, value: string) =>
    setCorrections(new Map(corrections).set(row, new Map(corrections.get(row)).set(field, value)));
  const send = () =>
    fix.mutate(toFixedRows(corrections), {
      onSuccess: () => setCorrections(new Map()),
    });
  const total = countSkipped(one);
  const isComparison = one.comparison !== null;
  return (
    <div className={own.fix}>
      <UnsavedWork isChanged={corrections.size > 0} />
      {shapes.length > 0 && (
        <SampleMap
          label={t('IMPORT.SKIPPED_ON_MAP')}
          sample={{ shapes, extent: null, mapArea: null, isFar: false }}
        />
      )}
      <div className={own.rows}>
        <section className={classes.preview} aria-label={t('IMPORT.SKIPPED_TABLE')}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col" data-number>
                  {t('IMPORT.ROW')}
                </th>
                <th scope="col">{t('IMPORT.REASON')}</th>
                {fields.map((field) => (
                  <th key={field} scope="col">
                    {field}
                  </th>
                ))}
                {shapes.length < rows.length && <th scope="col">{t('IMPORT.SHAPE')}</th>}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <FixedRowCells
                  key={row.rowNumber}
                  {...{ row, fields, hasShapes: shapes.length === rows.length }}
                  corrected={corrections.get(row.rowNumber)}
                  onChange={(field, value) => change(row.rowNumber, field, value)}
                />
              ))}
            </tbody>
          </table>
        </section>
      </div>
      {fix.isError && <Notice tone="err">{errorText(t, fix.error)}</Notice>}
      <Group justify="space-between">
        <Text size="sm" role="status">
          {fix.data !== undefined && corrections.size === 0
            ? t('IMPORT.FIX_DONE', { added: number(fix.data.fixed), left: number(total) })
            : t('IMPORT.FIX_NOTE', { number: number(rows.length), total: number(total) })}
        </Text>
        <Button disabled={corrections.size === 0} loading={fix.isPending} onClick={send}>
          {t(isComparison ? 'IMPORT.COMPARE.FIX_RUN' : 'IMPORT.FIX_RUN')}
        </Button>
      </Group>
    </div>
  );
}

const toFixedRows = (corrections: Corrections): FixedRow[] =>
  [...corrections].map(([rowNumber, texts]) => {
    const wkt = texts.get(SHAPE)?.trim();
    return {
      rowNumber,
      values: [...texts].filter(([field]) => field !== SHAPE).map(([field, value]) => ({ field, value })),
      ...(wkt && { wkt }),
    };
  });

interface FixedRowCellsProps {
  readonly row: SkippedRow;
  readonly fields: readonly string[];
  /** True when no row of the table lacks its shape. */
  readonly hasShapes: boolean;
  readonly corrected: ReadonlyMap<string, string> | undefined;
  readonly onChange: (field: string, value: string) => void;
}

function FixedRowCells({ row, fields, hasShapes, corrected, onChange }: FixedRowCellsProps) {
  const { t } = useTexts();
  const { rowNumber, reason, values, shape } = row;
  const cell = (field: string, label: string, value: string) => (
    <input
      className={own.cell}
      aria-label={t('IMPORT.VALUE_OF', { field: label, row: rowNumber })}
      data-changed={corrected?.has(field) || undefined}
      value={corrected?.get(field) ?? value}
      placeholder={field === SHAPE ? 'POINT(24.1 56.9)' : t('IMPORT.EMPTY_VALUE')}
      onChange={({ currentTarget }) => onChange(field, currentTarget.value)}
    />
  );
  return (
    <tr>
      <td data-number>{rowNumber}</td>
      <td>{t(reasonLabels[reason][0])}</td>
      {fields.map((field, i) => (
        <td key={field}>{cell(field, field, values[i] ?? '')}</td>
      ))}
      {!hasShapes && <td>{shape === null && cell(SHAPE, t('IMPORT.SHAPE'), '')}</td>}
    </tr>
  );
}
