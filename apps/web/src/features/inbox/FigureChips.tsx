import type { Case } from '@pgis/contract';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { formatDate, type TFunction, useTexts } from '../../i18n/index.ts';
import type { FigureFilter } from '../../objects/inboxLocation.ts';
import { useSession } from '../session/index.ts';
import classes from './inbox.module.css';
import { namingCaseQuery } from './inboxQueries.ts';

interface FigureChipsProps {
  readonly figure: FigureFilter;
  /** The cases of the list, which name the unit and the person unless it is empty. */
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
  const names = useNames(figure, cases);
  const chips = [...listChips(figure, { t, names })];
  const list = useRef<HTMLUListElement>(null);
  const removed = useRef<number | null>(null);
  const count = chips.length;
  useEffect(() => {
    if (removed.current === null) return;
    const next = list.current?.querySelectorAll('button')[Math.min(removed.current, count - 1)];
    (next ?? document.querySelector<HTMLElement>(`.${classes.tab}[aria-current]`))?.focus();
    removed.current = null;
  }, [count]);
  if (chips.length === 0) return null;
  const without = (keys: Chip['keys']): FigureFilter =>
    Object.fromEntries(Object.entries(figure).filter(([key]) => !keys.some((one) => one === key)));
  return (
    <ul ref={list} className={classes.chips} aria-label={t('INBOX.FIGURES.LABEL')}>
      {chips.map(({ text, keys }, index) => (
        <li key={text}>
          <button
            type="button"
            className={classes.chip}
            aria-label={t('INBOX.FIGURES.REMOVE', { text })}
            onClick={() => {
              removed.current = index;
              onChange(without(keys));
            }}
          >
            {text}
            <IconX size={12} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface Names {
  readonly unit: string | undefined;
  readonly assignee: string | undefined;
}

function useNames({ _unit, _assignee }: FigureFilter, cases: readonly Case[]): Names {
  const { user } = useSession();
  const unitOf = (list: readonly Case[]) => list.find(({ unit }) => unit?.id === _unit)?.unit?.name;
  const assigneeOf = (list: readonly Case[]) =>
    list.find(({ assignee }) => assignee?.id === _assignee)?.assignee?.name;
  const known = { unit: unitOf(cases), assignee: assigneeOf(cases) };
  const userId = user?.userId ?? null;
  const ofUnit = useQuery({
    ...namingCaseQuery({ _unit }, userId),
    enabled: _unit !== undefined && known.unit === undefined,
  });
  const ofAssignee = useQuery({
    ...namingCaseQuery({ _assignee }, userId),
    enabled: _assignee !== undefined && known.assignee === undefined,
  });
  return {
    unit: known.unit ?? unitOf(ofUnit.data ?? []),
    assignee: known.assignee ?? assigneeOf(ofAssignee.data ?? []),
  };
}

interface ChipContext {
  readonly t: TFunction;
  readonly names: Names;
}

function* listChips(figure: FigureFilter, { t, names }: ChipContext): Generator<Chip> {
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
  if (_unit !== undefined)
    yield { text: t('INBOX.FIGURES.UNIT', { name: names.unit ?? '…' }), keys: ['_unit'] };
  if (_assignee !== undefined)
    yield { text: t('INBOX.FIGURES.ASSIGNEE', { name: names.assignee ?? '…' }), keys: ['_assignee'] };
  if (_cell !== undefined) yield { text: t('INBOX.FIGURES.CELL'), keys: ['_cell'] };
}
