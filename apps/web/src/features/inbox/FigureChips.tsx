import type { Case } from '@pgis/contract';
import { IconX } from '@tabler/icons-react';
import { formatDate, type TFunction, useTexts } from '../../i18n/index.ts';
import type { FigureFilter } from '../../objects/inboxLocation.ts';
import classes from './inbox.module.css';

interface FigureChipsProps {
  readonly figure: FigureFilter;
  /** The cases of the list, which name the unit and the person. */
  readonly cases: readonly Case[];
  readonly onChange: (figure: FigureFilter) => void;
}

interface Chip {
  readonly text: string;
  readonly keys: readonly (keyof FigureFilter)[];
}

/** Filters that a figure of a report has set, each of which can be taken away. */
export function FigureChips({ figure, cases, onChange }: FigureChipsProps) {
  const { t } = useTexts();
  const chips = [...listChips(figure, { t, cases })];
  if (chips.length === 0) return null;
  const without = (keys: Chip['keys']): FigureFilter =>
    Object.fromEntries(Object.entries(figure).filter(([key]) => !keys.some((one) => one === key)));
  return (
    <ul className={classes.chips} aria-label={t('INBOX.FIGURES.LABEL')}>
      {chips.map(({ text, keys }) => (
        <li key={text}>
          <button
            type="button"
            className={classes.chip}
            aria-label={t('INBOX.FIGURES.REMOVE', { text })}
            onClick={() => onChange(without(keys))}
          >
            {text}
            <IconX size={12} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface ChipContext {
  readonly t: TFunction;
  readonly cases: readonly Case[];
}

function* listChips(figure: FigureFilter, { t, cases }: ChipContext): Generator<Chip> {
  const { _state, _date = 'received', _from, _to, _minAge = 0, _maxAge, _unit, _assignee, _cell } = figure;
  if (_from !== undefined || _to !== undefined || figure._date !== undefined) {
    const period = [_from, _to].map((day) => (day === undefined ? '' : formatDate(day))).join(' – ');
    const text = t(`INBOX.FIGURES.DATES.${_date}`, { period });
    yield { text, keys: ['_date', '_from', '_to', '_state'] };
  } else if (_state !== undefined && _state !== 'open')
    yield { text: t(`INBOX.FIGURES.STATES.${_state}`), keys: ['_state'] };
  if (_minAge > 0 || _maxAge !== undefined) {
    const range = _maxAge === undefined ? `≥ ${_minAge}` : `${_minAge}–${_maxAge}`;
    yield { text: t('INBOX.FIGURES.AGE', { range }), keys: ['_minAge', '_maxAge'] };
  }
  if (_unit !== undefined) {
    const name = cases.find(({ unit }) => unit?.id === _unit)?.unit?.name ?? '…';
    yield { text: t('INBOX.FIGURES.UNIT', { name }), keys: ['_unit'] };
  }
  if (_assignee !== undefined) {
    const name = cases.find(({ assignee }) => assignee?.id === _assignee)?.assignee?.name ?? '…';
    yield { text: t('INBOX.FIGURES.ASSIGNEE', { name }), keys: ['_assignee'] };
  }
  if (_cell !== undefined) yield { text: t('INBOX.FIGURES.CELL'), keys: ['_cell'] };
}
