import {
  type CaseReport,
  type CaseScope,
  caseAgeStarts,
  caseAgeText,
  caseFigureLists as lists,
} from '@pgis/contract';
import { formatNumber, useTexts } from '../../../i18n/index.ts';
import { toInboxHref } from '../../../objects/inboxLocation.ts';
import { ChartCard } from './ChartCard.tsx';
import classes from './casework.module.css';
import { toTicks } from './chartScale.ts';

const HEIGHT = 246;
const WIDTH = 388;
const LEFT = 44;
const BASE = 216;
const TOP = 40;
const BAR = 38;
const STEP = (WIDTH - LEFT) / caseAgeStarts.length;

interface AgeChartProps {
  readonly ages: CaseReport['ages'];
  readonly scope: CaseScope;
}

/** Open cases by the days since they were received; the overdue part is hatched, so that it needs no colour. */
export function AgeChart({ ages, scope }: AgeChartProps) {
  const { t, language } = useTexts();
  const number = (value: number) => formatNumber(value, language);
  const ticks = toTicks(Math.max(...ages.map(({ open }) => open)));
  const scale = (BASE - TOP) / Math.max(1, ticks.at(-1) ?? 1);
  const y = (value: number) => BASE - value * scale;
  const described = ages.map(({ open, overdue }, age) =>
    t('CASEWORK.AGE_BAR', { days: caseAgeText(age), open: number(open), overdue: number(overdue) }),
  );
  const hrefOf = (age: number) => toInboxHref(language, lists.ages(scope, age));
  const overdueHrefOf = (age: number) => toInboxHref(language, lists.overdueOfAge(scope, age));
  return (
    <ChartCard
      title={t('CASEWORK.BY_AGE')}
      note={t('CASEWORK.DAYS')}
      legend={
        <span className={classes.legend}>
          <span data-key="open">{t('CASEWORK.IN_TIME')}</span>
          <span data-key="overdue">{t('CASEWORK.OVERDUE')}</span>
        </span>
      }
      chart={
        // biome-ignore lint/a11y/useSemanticElements: a drawing has no element for a group of links.
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          height={HEIGHT}
          role="group"
          aria-label={`${t('CASEWORK.BY_AGE')}: ${described.join('; ')}`}
        >
          <defs>
            <pattern
              id="casework-hatch"
              width="5"
              height="5"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect width="5" height="5" fill="var(--err-bg)" />
              <rect width="2.2" height="5" fill="var(--err)" />
            </pattern>
          </defs>
          {ticks.map((tick) => (
            <g key={tick}>
              <line className={classes.gridLine} x1={LEFT - 10} x2={WIDTH} y1={y(tick)} y2={y(tick)} />
              <text className={classes.axis} x={LEFT - 16} y={y(tick) + 4} textAnchor="end">
                {number(tick)}
              </text>
            </g>
          ))}
          {ages.map(({ open, overdue }, age) => {
            const x = LEFT + age * STEP + (STEP - BAR) / 2;
            return (
              <g key={caseAgeStarts[age]}>
                <a href={hrefOf(age)} aria-label={described[age]}>
                  <rect className={classes.hit} x={x} y={TOP - 16} width={BAR} height={BASE - TOP + 16} />
                  <rect
                    className={classes.bar}
                    x={x}
                    y={y(open - overdue)}
                    width={BAR}
                    height={BASE - y(open - overdue)}
                  />
                  <text className={classes.value} x={x + BAR / 2} y={y(open) - 6} textAnchor="middle">
                    {number(open)}
                  </text>
                </a>
                {overdue > 0 && (
                  <a
                    href={overdueHrefOf(age)}
                    aria-label={t('CASEWORK.OVERDUE_BAR', {
                      days: caseAgeText(age),
                      overdue: number(overdue),
                    })}
                  >
                    <rect
                      className={classes.late}
                      x={x + 0.5}
                      y={y(open)}
                      width={BAR - 1}
                      height={Math.max(1, y(open - overdue) - y(open) - 1)}
                    />
                  </a>
                )}
                <text className={classes.axis} x={x + BAR / 2} y={BASE + 18} textAnchor="middle">
                  {caseAgeText(age)}
                </text>
              </g>
            );
          })}
        </svg>
      }
      table={
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('CASEWORK.AGE_DAYS')}</th>
              <th scope="col">{t('CASEWORK.OPEN')}</th>
              <th scope="col">{t('CASEWORK.OVERDUE')}</th>
            </tr>
          </thead>
          <tbody>
            {ages.map(({ open, overdue }, age) => (
              <tr key={caseAgeStarts[age]}>
                <th scope="row">{caseAgeText(age)}</th>
                <td>
                  <a href={hrefOf(age)}>{number(open)}</a>
                </td>
                <td>
                  <a href={overdueHrefOf(age)}>{number(overdue)}</a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  );
}
