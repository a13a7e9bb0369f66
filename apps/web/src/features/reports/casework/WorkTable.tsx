import { SegmentedControl } from '@mantine/core';
import {
  type CaseReport,
  type CaseReportRow,
  type CaseScope,
  caseAgeText,
  caseFigureLists as lists,
} from '@pgis/contract';
import { useState } from 'react';
import { formatNumber, useTexts } from '../../../i18n/index.ts';
import { toInboxHref } from '../../../objects/inboxLocation.ts';
import classes from './casework.module.css';

/** Classes of age that the bars put together: first and last of each. */
const bands = [
  [0, 1],
  [2, 3],
  [4, 5],
] as const;

const bandText = ([first, last]: (typeof bands)[number]): string => caseAgeText(first, last);

type Part = 'unit' | 'layer' | 'person';

interface WorkTableProps {
  readonly report: CaseReport;
  readonly scope: CaseScope;
}

/** The figures by unit, layer and person. */
export function WorkTable({ report, scope }: WorkTableProps) {
  const { t, language } = useTexts();
  const [part, setPart] = useState<Part>('unit');
  const parts: readonly Part[] = report.people === null ? ['unit', 'layer'] : ['unit', 'layer', 'person'];
  const rows: readonly CaseReportRow[] =
    part === 'unit' ? report.units : part === 'layer' ? report.layers : (report.people ?? []);
  const longest = Math.max(1, ...rows.map(({ figures }) => figures.open));
  const scopeOf = (id: number): CaseScope => ({
    ...scope,
    ...(part === 'unit' ? { _unit: id } : part === 'layer' ? { _class: id } : { _assignee: id }),
  });
  const heads = [
    t('CASEWORK.OPEN'),
    t('CASEWORK.OVERDUE'),
    t('CASEWORK.AGE'),
    t('CASEWORK.MEDIAN_ANSWER'),
    t('CASEWORK.MEDIAN_CLOSE'),
    t('CASEWORK.REOPENED'),
    t('CASEWORK.CLOSED'),
  ] as const;
  return (
    <section className={classes.card} aria-labelledby="casework-parts">
      <div className={classes.cardHead}>
        <h2 id="casework-parts">{t('CASEWORK.BY_PART')}</h2>
        <span className={classes.legend}>
          {bands.map((band, index) => (
            <span key={band[0]} data-key={`band${index}`}>
              {bandText(band)}
            </span>
          ))}
        </span>
        <SegmentedControl
          size="xs"
          aria-label={t('CASEWORK.BY_PART')}
          data={parts.map((value) => ({ value, label: t(`CASEWORK.PARTS.${value}`) }))}
          value={part}
          onChange={(value) => setPart(value as Part)}
        />
      </div>
      <div className={classes.scroll}>
        <table className={classes.table} data-cards>
          <thead>
            <tr>
              <th scope="col">{t(`CASEWORK.PARTS.${part}`)}</th>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row
                key={row.id}
                row={row}
                heads={heads}
                longest={longest}
                nameless={t(part === 'person' ? 'CASES.NOBODY' : 'CASEWORK.NO_UNIT')}
                hrefOf={row.id === null ? undefined : linksOf(scopeOf(row.id), { report, language })}
              />
            ))}
          </tbody>
          <tfoot>
            <Row
              row={{ id: -1, name: t('CASEWORK.ALL'), figures: report.totals, ages: [] }}
              heads={heads}
              longest={longest}
              nameless=""
              hrefOf={linksOf(scope, { report, language })}
            />
          </tfoot>
        </table>
      </div>
    </section>
  );
}

interface Links {
  readonly open: string;
  readonly overdue: string;
  readonly answered: string;
  readonly closed: string;
  readonly reopened: string;
  readonly bands: readonly string[];
}

function linksOf(
  scope: CaseScope,
  { report, language }: { report: CaseReport; language: Parameters<typeof toInboxHref>[0] },
): Links {
  const href = (list: Parameters<typeof toInboxHref>[1]) => toInboxHref(language, list);
  const moment = (which: 'answered' | 'closed' | 'reopened') => href(lists.moment(scope, which, report));
  return {
    open: href(lists.open(scope)),
    overdue: href(lists.overdue(scope)),
    answered: moment('answered'),
    closed: moment('closed'),
    reopened: moment('reopened'),
    bands: bands.map(([first, last]) => href(lists.ages(scope, first, last))),
  };
}

interface RowProps {
  readonly row: CaseReportRow;
  readonly heads: readonly string[];
  /** Most open cases of a row, whose bar is as wide as the column. */
  readonly longest: number;
  readonly nameless: string;
  /** Undefined for work of nobody, which no filter names. */
  readonly hrefOf: Links | undefined;
}

function Row({ row: { id, name, figures, ages }, heads, longest, nameless, hrefOf }: RowProps) {
  const { t, language } = useTexts();
  const number = (value: number | null, digits = 0) =>
    value === null ? '–' : formatNumber(value, language, digits);
  const cell = (text: string, href: string | undefined, isLate = false) =>
    href === undefined || text === '–' ? (
      text
    ) : (
      <a href={href} data-late={isLate || undefined}>
        {text}
      </a>
    );
  const counts = bands.map(([first, last]) =>
    ages.slice(first, last + 1).reduce((sum, count) => sum + count, 0),
  );
  const { open, overdue, daysToAnswer, daysToClose, reopened, closed } = figures;
  return (
    <tr>
      <th scope="row">{cell(id === null ? nameless : name, hrefOf?.open)}</th>
      <td data-label={heads[0]}>{cell(number(open), hrefOf?.open)}</td>
      <td data-label={heads[1]}>{cell(number(overdue), hrefOf?.overdue, overdue > 0)}</td>
      <td data-label={heads[2]}>
        {ages.length > 0 && (
          <span className={classes.bands} style={{ width: `${(open / longest) * 100}%` }}>
            {counts.map((count, index) => {
              const label = t('CASEWORK.BAND', {
                days: bandText(bands[index] ?? bands[0]),
                open: number(count),
              });
              const style = { flexGrow: count };
              const key = bands[index]?.[0];
              if (count === 0) return null;
              return hrefOf === undefined ? (
                <span key={key} data-key={`band${index}`} style={style} role="img" aria-label={label} />
              ) : (
                <a key={key} href={hrefOf.bands[index]} data-key={`band${index}`} style={style} title={label}>
                  <span className="visually-hidden">{label}</span>
                </a>
              );
            })}
          </span>
        )}
      </td>
      <td data-label={heads[3]}>{cell(number(daysToAnswer.median, 1), hrefOf?.answered)}</td>
      <td data-label={heads[4]}>{cell(number(daysToClose.median, 1), hrefOf?.closed)}</td>
      <td data-label={heads[5]}>{cell(number(reopened), hrefOf?.reopened)}</td>
      <td data-label={heads[6]}>{cell(number(closed), hrefOf?.closed)}</td>
    </tr>
  );
}
