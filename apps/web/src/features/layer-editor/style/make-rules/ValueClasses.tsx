import { Checkbox, Select } from '@mantine/core';
import { distinctColors, type GeomStyle } from '@pgis/cartography';
import type { FieldValues } from '@pgis/contract';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { formatNumber, useTexts } from '../../../../i18n/index.ts';
import { TrimmedTextInput } from '../../../../ui/inputs/TrimmedTextInput.tsx';
import { StyleSwatch, type SwatchKind } from '../../../objects/index.ts';
import { appendRules, withRules } from '../draft/changeStyle.ts';
import type { StyleEditor } from '../draft/StyleEditor.ts';
import { RampChoice } from '../rules/RampChoice.tsx';
import { areNumbers, findRamp } from '../rules/ramps.ts';
import classes from './MakeRules.module.css';
import {
  addInOrder,
  arrangeRules,
  listValueRows,
  toValueRule,
  VALUE_ORDERS,
  type ValueOrder,
  type ValueRow,
} from './makeRules.ts';
import { RuleButtons } from './RuleButtons.tsx';

interface ValueClassesProps {
  readonly editor: StyleEditor;
  readonly kind: SwatchKind;
  readonly field: string;
  readonly counted: FieldValues;
}

/** The values of a field with their counts; a rule can be made of each. */
export function ValueClasses({ editor, kind, field, counted }: ValueClassesProps) {
  const { t } = useTexts();
  const { rules, fallback } = editor.draft;
  /** Order that the user selected; null until then, which leaves the order of existing rules alone. */
  const [selectedOrder, setOrder] = useState<ValueOrder | null>(null);
  const order =
    selectedOrder ?? (areNumbers(counted.values.map(({ value }) => value)) ? 'value' : 'frequent');
  const [ramp, setRamp] = useState(() => findRamp('OkabeIto'));
  const [search, setSearch] = useState('');
  /** Values that the user selected; null until then, which selects those that have no rule. */
  const [selectedValues, setSelectedValues] = useState<ReadonlySet<string> | null>(null);

  const rows = listValueRows(counted, { field, rules, order });
  const colors = ramp?.colorsFor(rows.length) ?? distinctColors(rows.length);
  const made = rows.map((row, index) => ({
    ...row,
    rule: toValueRule({ field, value: row.value }, { fallback, color: colors[index] ?? [128, 128, 128, 1] }),
  }));
  const isSelected = ({ value, known }: ValueRow) =>
    selectedValues === null ? known === undefined && value !== '' : selectedValues.has(value);
  const selected = made.filter(isSelected);
  const fresh = selected.filter(({ known }) => known === undefined).map(({ rule }) => rule);
  const visible = made.filter(({ value }) => value.toLowerCase().includes(search.toLowerCase()));
  const select = (some: readonly ValueRow[], isOn: boolean) => {
    const next = new Set(selected.map(({ value }) => value));
    for (const { value } of some)
      if (isOn) next.add(value);
      else next.delete(value);
    setSelectedValues(next);
  };
  const add = () => {
    const { draft } = editor.latest();
    const next = appendRules(draft, fresh);
    const values = rows.map(({ value }) => value);
    if (selectedOrder !== null) editor.change(withRules(next, arrangeRules(next.rules, field, values)));
    else editor.change(order === 'value' ? addInOrder(draft, field, fresh) : next);
    setSelectedValues(null);
  };
  return (
    <>
      <div className={classes.pair}>
        <RampChoice ramp={ramp} onChange={setRamp} kinds={['distinct', 'ordered']} isLabelled />
        <Select
          label={t('STYLE.ORDER')}
          data={VALUE_ORDERS.map((value) => ({ value, label: t(`STYLE.ORDERS.${value}`) }))}
          value={order}
          allowDeselect={false}
          onChange={(next) => next !== null && setOrder(next as ValueOrder)}
        />
      </div>
      <TrimmedTextInput
        aria-label={t('STYLE.FIND_VALUE')}
        placeholder={t('STYLE.FIND_VALUE')}
        leftSection={<IconSearch size={16} />}
        value={search}
        onChange={setSearch}
      />
      <ValueTable
        rows={visible}
        kind={kind}
        isSelected={isSelected}
        onSelect={select}
        label={t('STYLE.VALUES')}
      />
      {counted.distinct > counted.values.length && (
        <p className={classes.note}>
          {t('STYLE.MORE_VALUES', { shown: counted.values.length, count: counted.distinct })}
        </p>
      )}
      <RuleButtons
        editor={editor}
        added={fresh}
        replacing={[...new Set(selected.map(({ known, rule }) => known ?? rule))]}
        note={t('STYLE.VALUES_SELECTED', {
          count: counted.distinct + (counted.empty > 0 ? 1 : 0),
          selected: selected.length,
        })}
        onAdd={add}
        onReplaced={() => setSelectedValues(null)}
      />
    </>
  );
}

interface ValueTableProps {
  readonly rows: readonly (ValueRow & { readonly rule: GeomStyle })[];
  readonly kind: SwatchKind;
  readonly label: string;
  readonly isSelected: (row: ValueRow) => boolean;
  readonly onSelect: (rows: readonly ValueRow[], isOn: boolean) => void;
}

function ValueTable({ rows, kind, label, isSelected, onSelect }: ValueTableProps) {
  const { t, language } = useTexts();
  const max = Math.max(1, ...rows.map(({ count }) => count));
  const selectedCount = rows.filter(isSelected).length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the box.
    <section className={classes.scroll} tabIndex={0} aria-label={label}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th className={classes.check}>
              <Checkbox
                aria-label={t('STYLE.SELECT_ALL_VALUES')}
                checked={rows.length > 0 && selectedCount === rows.length}
                indeterminate={selectedCount > 0 && selectedCount < rows.length}
                onChange={(event) => onSelect(rows, event.currentTarget.checked)}
              />
            </th>
            <th>{t('STYLE.RULE_VALUE')}</th>
            <td className={`${classes.corner} ${classes.barColumn}`} />
            <th className={classes.number}>{t('STYLE.OBJECTS')}</th>
            <th className={classes.state}>{t('STYLE.RULE')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const text = row.value === '' ? t('STYLE.NO_VALUE') : row.value;
            return (
              <tr key={row.value}>
                <td>
                  <Checkbox
                    aria-label={text}
                    checked={isSelected(row)}
                    onChange={(event) => onSelect([row], event.currentTarget.checked)}
                  />
                </td>
                <td>
                  <span className={classes.value} title={text}>
                    <StyleSwatch style={row.known ?? row.rule} kind={kind} sizePx={18} />
                    <span className={row.value === '' ? classes.dim : classes.text}>{text}</span>
                  </span>
                </td>
                <td aria-hidden="true">
                  <span className={classes.bar} style={{ width: `${(100 * row.count) / max}%` }} />
                </td>
                <td className={classes.number}>{formatNumber(row.count, language)}</td>
                <td className={classes.dim}>{row.known === undefined ? '' : t('STYLE.RULE_EXISTS')}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {rows.length === 0 && <p className={classes.empty}>{t('STYLE.NO_VALUES')}</p>}
    </section>
  );
}
