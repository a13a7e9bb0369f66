import { SegmentedControl, Select } from '@mantine/core';
import type { FieldValues } from '@pgis/contract';
import { IconArrowsLeftRight } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatNumber, formatUngrouped, useTexts } from '../../../../i18n/index.ts';
import { IconButton } from '../../../../ui/IconButton.tsx';
import type { SwatchKind } from '../../../objects/index.ts';
import { addRangeRules, listRangeRules, listReplacedRules } from '../draft/changeStyle.ts';
import type { StyleEditor } from '../draft/StyleEditor.ts';
import { RampChoice } from '../rules/RampChoice.tsx';
import { findRamp } from '../rules/ramps.ts';
import { ClassTable } from './ClassTable.tsx';
import {
  areAscending,
  type Bounds,
  BREAK_METHODS,
  type BreakMethod,
  countOutside,
  decimalsOf,
  findBreaks,
  type NumberStep,
  roundBounds,
  stepFor,
  summarize,
} from './classBreaks.ts';
import { Histogram } from './Histogram.tsx';
import classes from './MakeRules.module.css';
import { type ClassNames, toRangeRules } from './makeRules.ts';
import { RuleButtons } from './RuleButtons.tsx';

interface RangeClassesProps {
  readonly editor: StyleEditor;
  readonly kind: SwatchKind;
  readonly field: string;
  readonly counted: FieldValues;
}

const MAX_CLASSES = 12;
const POWERS_OF_TEN = [0.001, 0.01, 0.1, 1, 10, 100, 1_000, 10_000, 100_000];
/** Units to which bounds can be rounded. */
const UNITS = [...POWERS_OF_TEN, 5, 50, 500].sort((a, b) => a - b);
const MAX_DIGITS = 6;

/** Largest power of ten to which bounds can be rounded without moving them by more than a twentieth of a class. */
function suggestUnit(steps: readonly NumberStep[], count: number): number {
  const classWidth = ((steps.at(-1)?.to ?? 0) - (steps[0]?.from ?? 0)) / count;
  return POWERS_OF_TEN.findLast((unit) => unit * 10 <= classWidth) ?? 0;
}

/** Ranges of the numbers of a field over their histogram; a rule is made of each. */
export function RangeClasses({ editor, kind, field, counted }: RangeClassesProps) {
  const { t } = useTexts();
  const { numbers, objects, empty } = counted;
  const texts = objects - empty - numbers.reduce((sum, { count }) => sum + count, 0);
  if (numbers.length === 0)
    return (
      <p role="status" className={classes.error}>
        {t('STYLE.NO_NUMBERS', { count: texts })}
      </p>
    );
  return (
    <>
      <RangeEditor editor={editor} kind={kind} field={field} counted={counted} />
      {texts > 0 && <p className={classes.note}>{t('STYLE.TEXTS_BESIDE_NUMBERS', { count: texts })}</p>}
    </>
  );
}

function RangeEditor({ editor, kind, field, counted: { numbers: steps, empty } }: RangeClassesProps) {
  const { t, language } = useTexts();
  const { draft } = editor;
  const [method, setMethod] = useState<BreakMethod>('natural');
  const [count, setCount] = useState(5);
  const [unit, setUnit] = useState(() => suggestUnit(steps, 5));
  const [ramp, setRamp] = useState(() => findRamp('Greens'));
  const [isReversed, setReversed] = useState(false);
  const [own, setOwn] = useState<Bounds>([]);
  const [typedNames, setTypedNames] = useState<ClassNames>(new Map());
  // Natural breaks of many numbers take tens of milliseconds.
  const found = useMemo(
    () => (method === 'own' ? [] : findBreaks(steps, { method, count })),
    [steps, method, count],
  );
  const bounds = method === 'own' ? own : roundBounds(found, unit);
  const format = (value: number) => formatUngrouped(value, language, MAX_DIGITS);
  const isValid = areAscending(bounds);

  const setBounds = (next: Bounds) => {
    setMethod('own');
    setOwn(next);
  };
  const changeMethod = (next: BreakMethod) => (next === 'own' ? setBounds(bounds) : setMethod(next));
  const changeCount = (next: number) => {
    setCount(next);
    if (method === 'own') setOwn(roundBounds(findBreaks(steps, { method: 'equal', count: next }), unit));
  };
  const inOrder = ramp?.colorsFor(bounds.length - 1) ?? [];
  const colors = isReversed ? inOrder.toReversed() : inOrder;
  const present = listRangeRules(draft, field);
  const rules = toRangeRules(bounds, {
    ...{ field, colors, format, present, typedNames, language },
    fallback: draft.fallback,
  });
  const outside = isValid ? countOutside(steps, bounds) : 0;
  return (
    <>
      <fieldset className={classes.plain}>
        <legend className={classes.legend}>{t('STYLE.CLASSES')}</legend>
        <SegmentedControl
          fullWidth
          className={classes.segments ?? ''}
          value={method}
          onChange={(next) => changeMethod(next as BreakMethod)}
          data={BREAK_METHODS.map((value) => ({ value, label: t(`STYLE.BREAKS.${value}`) }))}
        />
      </fieldset>
      <div className={classes.ramp}>
        <RampChoice ramp={ramp} onChange={setRamp} kinds={['ordered', 'diverging']} isLabelled isRequired />
        <IconButton
          variant="default"
          size="input-sm"
          label={t('STYLE.REVERSE')}
          aria-pressed={isReversed}
          onClick={() => setReversed(!isReversed)}
        >
          <IconArrowsLeftRight size={16} />
        </IconButton>
        <NumberChoice
          label={t('STYLE.CLASS_COUNT')}
          values={Array.from({ length: MAX_CLASSES - 1 }, (_, i) => i + 2)}
          value={method === 'own' ? bounds.length - 1 : count}
          textOf={String}
          onChange={changeCount}
        />
        <NumberChoice
          label={t('STYLE.ROUND_TO')}
          values={[0, ...UNITS]}
          value={unit}
          textOf={(value) => (value === 0 ? t('STYLE.NO_ROUNDING') : formatNumber(value, language))}
          isDisabled={method === 'own'}
          onChange={setUnit}
        />
      </div>
      <Histogram
        steps={steps}
        bounds={bounds}
        colors={colors}
        format={format}
        labelOf={(number) => t('STYLE.BOUND_OF', { number })}
        onChange={setBounds}
      />
      <Facts steps={steps} empty={empty} format={format} />
      <ClassTable
        rules={rules}
        kind={kind}
        steps={steps}
        bounds={bounds}
        format={format}
        onChange={setBounds}
        onName={(index, name) => setTypedNames(new Map(typedNames).set(index, name))}
      />
      {outside > 0 && <p className={classes.note}>{t('STYLE.IN_NO_CLASS', { count: outside })}</p>}
      {!isValid && (
        <p role="alert" className={classes.error}>
          {t('STYLE.BOUNDS_NOT_ASCENDING')}
        </p>
      )}
      <RuleButtons
        editor={editor}
        added={isValid ? rules : []}
        replacing={isValid ? rules : []}
        droppedCount={listReplacedRules(draft, field, rules).length}
        note={t('STYLE.RANGE_NOTE')}
        onAdd={() => editor.change(addRangeRules(editor.latest().draft, field, rules))}
      />
    </>
  );
}

interface NumberChoiceProps {
  readonly label: string;
  readonly values: readonly number[];
  readonly value: number;
  readonly isDisabled?: boolean;
  readonly textOf: (value: number) => string;
  readonly onChange: (value: number) => void;
}

function NumberChoice({ label, values, value, isDisabled = false, textOf, onChange }: NumberChoiceProps) {
  const offered = values.includes(value) ? values : [...values, value];
  return (
    <Select
      label={label}
      data={offered.map((one) => ({ value: String(one), label: textOf(one) }))}
      value={String(value)}
      allowDeselect={false}
      disabled={isDisabled}
      onChange={(next) => next !== null && onChange(Number(next))}
    />
  );
}

interface FactsProps {
  readonly steps: readonly NumberStep[];
  readonly empty: number;
  readonly format: (value: number) => string;
}

function Facts({ steps, empty, format }: FactsProps) {
  const { t, language } = useTexts();
  const { min, mean, median, max } = summarize(steps);
  // A mean shows the decimals that distinguish numbers of this span.
  const digits = max > min ? Math.max(1, decimalsOf(stepFor(min, max))) : MAX_DIGITS;
  const facts = {
    MIN: format(min),
    MEAN: formatUngrouped(mean, language, digits),
    MEDIAN: format(median),
    MAX: format(max),
  };
  return (
    <dl className={classes.facts}>
      {(['MIN', 'MEAN', 'MEDIAN', 'MAX'] as const).map((name) => (
        <div key={name}>
          <dt>{t(`STYLE.FACTS.${name}`)}</dt> <dd>{facts[name]}</dd>
        </div>
      ))}
      {empty > 0 && <div className={classes.end}>{t('STYLE.WITHOUT_VALUE', { count: empty })}</div>}
    </dl>
  );
}
