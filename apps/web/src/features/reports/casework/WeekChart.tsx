import { type CaseReport, type CaseScope, caseFigureLists as lists } from '@pgis/contract';
import { formatDate, formatNumber, useTexts } from '../../../i18n/index.ts';
import { toInboxHref } from '../../../objects/inboxLocation.ts';
import { ChartCard } from './ChartCard.tsx';
import classes from './casework.module.css';
import { toTicks } from './chartScale.ts';

const WIDTH = 388;
const HEIGHT = 246;
const LEFT = 44;
const RIGHT = 300;
const BASE = 216;
const TOP = 24;
const LABELS = 4;
const LINE_PX = 15;

type Week = CaseReport['weeks'][number];
const kinds = ['received', 'closed'] as const;
type Kind = (typeof kinds)[number];

/** Day and month, such as `08.09.` */
const shortDate = (day: string): string => formatDate(day).replace(/\d{4}$/, '');

interface WeekChartProps {
  readonly weeks: readonly Week[];
  readonly scope: CaseScope;
}

/** Cases received and closed in each week; the lines differ by their dashes too. */
export function WeekChart({ weeks, scope }: WeekChartProps) {
  const { t, language } = useTexts();
  const number = (value: number) => formatNumber(value, language);
  const ticks = toTicks(Math.max(...weeks.flatMap(({ received, closed }) => [received, closed])));
  const scale = (BASE - TOP) / Math.max(1, ticks.at(-1) ?? 1);
  const x = (index: number) => LEFT + (index * (RIGHT - LEFT)) / Math.max(1, weeks.length - 1);
  const y = (value: number) => BASE - value * scale;
  const hrefOf = (kind: Kind, week: Week) => toInboxHref(language, lists.moment(scope, kind, week));
  const textOf = (kind: Kind, count: number) =>
    t(kind === 'closed' ? 'CASEWORK.N_CLOSED' : 'CASEWORK.N_RECEIVED', { number: number(count) });
  const last = weeks.at(-1);
  const ends = last === undefined ? [] : spread(kinds.map((kind) => ({ kind, y: y(last[kind]) })));
  const described = weeks.map(
    (week) => `${shortDate(week.from)} ${kinds.map((kind) => textOf(kind, week[kind])).join(', ')}`,
  );
  return (
    <ChartCard
      title={t('CASEWORK.BY_WEEK')}
      note={t('CASEWORK.A_WEEK')}
      chart={
        // biome-ignore lint/a11y/useSemanticElements: a drawing has no element for a group of links.
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          height={HEIGHT}
          role="group"
          aria-label={`${t('CASEWORK.BY_WEEK')}: ${described.join('; ')}`}
        >
          {ticks.map((tick) => (
            <g key={tick}>
              <line className={classes.gridLine} x1={LEFT - 10} x2={RIGHT + 6} y1={y(tick)} y2={y(tick)} />
              <text className={classes.axis} x={LEFT - 16} y={y(tick) + 4} textAnchor="end">
                {number(tick)}
              </text>
            </g>
          ))}
          {kinds.map((kind) => (
            <polyline
              key={kind}
              className={classes.line}
              data-kind={kind}
              points={weeks.map((week, index) => `${x(index)},${y(week[kind])}`).join(' ')}
            />
          ))}
          {/* The table has the same links for the keyboard, which would stop here twice a week. */}
          {weeks.flatMap((week, index) =>
            kinds.map((kind) => (
              <a
                key={`${kind} ${week.from}`}
                href={hrefOf(kind, week)}
                tabIndex={-1}
                aria-label={`${formatDate(week.from)} – ${formatDate(week.to)}: ${textOf(kind, week[kind])}`}
              >
                <title>{`${shortDate(week.from)}–${shortDate(week.to)} ${textOf(kind, week[kind])}`}</title>
                <circle className={classes.hit} cx={x(index)} cy={y(week[kind])} r="9" />
                <circle
                  className={classes.point}
                  data-kind={kind}
                  data-last={index === weeks.length - 1 || undefined}
                  cx={x(index)}
                  cy={y(week[kind])}
                  r="3.5"
                />
              </a>
            )),
          )}
          {last !== undefined &&
            ends.map((end) => (
              <text key={end.kind} className={classes.value} x={RIGHT + 12} y={end.y + 4}>
                {textOf(end.kind, last[end.kind])}
              </text>
            ))}
          {Array.from({ length: Math.min(LABELS, weeks.length) }, (_, label) =>
            Math.floor((label * weeks.length) / Math.min(LABELS, weeks.length)),
          ).map((index) => (
            <text key={index} className={classes.axis} x={x(index)} y={BASE + 18} textAnchor="middle">
              {shortDate(weeks[index]?.from ?? '')}
            </text>
          ))}
        </svg>
      }
      table={
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('CASEWORK.WEEK_FROM')}</th>
              <th scope="col">{t('CASEWORK.RECEIVED')}</th>
              <th scope="col">{t('CASEWORK.CLOSED')}</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week.from}>
                <th scope="row">{formatDate(week.from)}</th>
                {kinds.map((kind) => (
                  <td key={kind}>
                    <a href={hrefOf(kind, week)}>{number(week[kind])}</a>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  );
}

/** Moves two labels apart that would overlap. */
function spread<T extends { readonly y: number }>(ends: readonly T[]): readonly T[] {
  const [first, second] = ends;
  if (first === undefined || second === undefined || Math.abs(first.y - second.y) >= LINE_PX) return ends;
  const middle = Math.min((first.y + second.y) / 2, BASE - LINE_PX / 2);
  const sign = first.y > second.y ? 1 : -1;
  return [
    { ...first, y: middle + (sign * LINE_PX) / 2 },
    { ...second, y: middle - (sign * LINE_PX) / 2 },
  ];
}
