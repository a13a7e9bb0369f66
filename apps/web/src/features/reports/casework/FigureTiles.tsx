import { type CaseFigures, type CaseReport, type CaseScope, caseFigureLists as lists } from '@pgis/contract';
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import { formatDate, formatNumber, useTexts } from '../../../i18n/index.ts';
import { toInboxHref } from '../../../objects/inboxLocation.ts';
import classes from './casework.module.css';

interface FigureTilesProps {
  readonly report: CaseReport;
  readonly scope: CaseScope;
}

interface Tile {
  readonly name: string;
  readonly value: string;
  readonly href: string;
  readonly note: string;
  /** Difference from the period before in its own unit; null where one of them has too little data. */
  readonly change: number | null;
  readonly isLate?: boolean;
  /** The note goes on where the change ends, instead of saying something else. */
  readonly isPart?: boolean;
}

const difference = (now: number | null, before: number | null): number | null =>
  now === null || before === null ? null : now - before;

/** The five numbers of casework, each with its change and the list behind it. */
export function FigureTiles({ report, scope }: FigureTilesProps) {
  const { t, language } = useTexts();
  const { totals, before, from } = report;
  const number = (value: number, digits = 0) => formatNumber(value, language, digits);
  const days = (value: number | null) => (value === null ? '–' : number(value, 1));
  const since = t('CASEWORK.SINCE', { date: formatDate(from) });
  const moment = (which: 'answered' | 'closed' | 'reopened') =>
    toInboxHref(language, lists.moment(scope, which, report));
  const duration = (which: 'daysToAnswer' | 'daysToClose') => ({
    value: days(totals[which].median),
    note:
      totals[which].p90 === null
        ? t('CASEWORK.TOO_FEW')
        : t('CASEWORK.P90', { number: days(totals[which].p90) }),
    change: difference(totals[which].median, before[which].median),
  });
  const tiles: readonly Tile[] = [
    {
      name: t('CASEWORK.OPEN'),
      value: number(totals.open),
      href: toInboxHref(language, lists.open(scope)),
      note: since,
      isPart: true,
      change: totals.open - before.open,
    },
    {
      name: t('CASEWORK.OVERDUE'),
      value: number(totals.overdue),
      href: toInboxHref(language, lists.overdue(scope)),
      note: since,
      isPart: true,
      change: totals.overdue - before.overdue,
      isLate: totals.overdue > 0,
    },
    { name: t('CASEWORK.DAYS_TO_ANSWER'), href: moment('answered'), ...duration('daysToAnswer') },
    { name: t('CASEWORK.DAYS_TO_CLOSE'), href: moment('closed'), ...duration('daysToClose') },
    {
      name: t('CASEWORK.REOPENED'),
      value: number(totals.reopened),
      href: moment('reopened'),
      note: reopenedNote(totals, { percent: (share) => number(share * 100, 1), t }),
      change: totals.reopened - before.reopened,
    },
  ];
  return (
    <ul className={classes.tiles}>
      {tiles.map((tile) => (
        <li key={tile.name} className={classes.tile}>
          <span className={classes.tileName}>{tile.name}</span>
          <a
            href={tile.href}
            className={classes.figure}
            data-late={tile.isLate || undefined}
            aria-label={`${tile.name}: ${tile.value}`}
          >
            {tile.value}
          </a>
          <span className={classes.change} data-dot={!tile.isPart || undefined}>
            <Change change={tile.change} />
            <span>{tile.note}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function reopenedNote(
  { reopenedShare }: CaseFigures,
  { percent, t }: { percent: (share: number) => string; t: ReturnType<typeof useTexts>['t'] },
): string {
  return reopenedShare === null
    ? t('CASEWORK.TOO_FEW')
    : t('CASEWORK.SHARE', { percent: percent(reopenedShare) });
}

/** The change in words; the arrow and the colour only help. */
function Change({ change }: { readonly change: number | null }) {
  const { t, language } = useTexts();
  if (change === null) return null;
  const rounded = Math.round(Math.abs(change) * 10) / 10;
  if (rounded === 0) return <span>{t('CASEWORK.SAME')}</span>;
  const isWorse = change > 0;
  const Icon = isWorse ? IconArrowUpRight : IconArrowDownRight;
  const number = formatNumber(rounded, language, 1);
  return (
    <span className={classes.trend} data-worse={isWorse}>
      <Icon size={14} aria-hidden="true" />
      <span>{t(isWorse ? 'CASEWORK.MORE' : 'CASEWORK.FEWER', { number })}</span>
    </span>
  );
}
