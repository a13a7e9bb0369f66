import { Button, Group } from '@mantine/core';
import { type Import, limits, type SkippedRows } from '@pgis/contract';
import { IconChevronRight, IconDownload, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { errorText, formatNumber, useTexts } from '../../../i18n/index.ts';
import { Notice } from '../../../ui/forms/Notice.tsx';
import { useIsBelow } from '../../../ui/screenWidth.ts';
import { reasonLabels } from '../importLabels.ts';
import { useDownloadSkipped } from '../importQueries.ts';
import classes from '../imports.module.css';
import { FixRows } from './FixRows.tsx';
import own from './skipped.module.css';

interface SkippedProps {
  readonly one: Import;
  readonly skipped: readonly SkippedRows[];
  readonly count: number;
}

const LISTED_ROWS = 5;

/** Rows of a comparison are corrected before it is applied, others until their import is undone. */
const canBeFixed = ({ result, state }: Import): boolean =>
  result === null ? state === 'compared' : result.undoneAt === null && result.compared === undefined;

/** Skipped rows by reason; they can be downloaded, or corrected here and imported once more. */
export function Skipped({ one, skipped, count }: SkippedProps) {
  const { t, language } = useTexts();
  const download = useDownloadSkipped();
  const isNarrow = useIsBelow('narrow');
  const [isFixing, setFixing] = useState(false);
  const hasRows = (one.result ?? one.comparison)?.hasRows === true;
  const canFix = hasRows && canBeFixed(one) && !isNarrow;
  const number = (value: number) => formatNumber(value, language);
  const rowsText = ({ rows, count: all }: SkippedRows) => {
    const listed = rows.slice(0, LISTED_ROWS).join(', ');
    return all > LISTED_ROWS
      ? t('IMPORT.ROWS_AND_MORE', { rows: listed, number: number(all - LISTED_ROWS) })
      : listed;
  };
  return (
    <section aria-label={t('IMPORT.SKIPPED_ROWS', { count, number: number(count) })}>
      <Group justify="space-between" mb="sm">
        <h3 className={classes.caption}>{t('IMPORT.SKIPPED_ROWS', { count, number: number(count) })}</h3>
        <Group gap="sm">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={14} />}
            onClick={() => download.mutate({ one, content: 'reasons' })}
          >
            {t('IMPORT.DOWNLOAD_LIST')}
          </Button>
          {hasRows && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconDownload size={14} />}
              onClick={() => download.mutate({ one, content: 'rows' })}
            >
              {t('IMPORT.DOWNLOAD_ROWS')}
            </Button>
          )}
          {canFix && (
            <Button
              variant={isFixing ? 'default' : 'light'}
              size="xs"
              leftSection={<IconPencil size={14} />}
              aria-expanded={isFixing}
              onClick={() => setFixing(!isFixing)}
            >
              {t(isFixing ? 'IMPORT.SHOW_REASONS' : 'IMPORT.FIX')}
            </Button>
          )}
        </Group>
      </Group>
      {download.isError && <Notice tone="err">{errorText(t, download.error)}</Notice>}
      {canFix && isFixing ? (
        <FixRows one={one} />
      ) : (
        <>
          {isNarrow ? (
            <ReasonCards {...{ skipped, rowsText, number }} />
          ) : (
            <ReasonTable {...{ skipped, rowsText, number }} />
          )}
          {hasRows && <Notice tone="info">{t('IMPORT.FIX_HINT')}</Notice>}
        </>
      )}
    </section>
  );
}

interface ReasonsProps extends Pick<SkippedProps, 'skipped'> {
  readonly rowsText: (one: SkippedRows) => string;
  readonly number: (count: number) => string;
}

const limitOf = { NAME_TOO_LONG: limits.addressLength, DESCRIPTION_TOO_LONG: limits.topicLength } as const;

function useReasonTexts() {
  const { t } = useTexts();
  return ({ reason }: SkippedRows): readonly [label: string, text: string] => {
    const [label, text] = reasonLabels[reason];
    return [t(label), t(text, { limit: reason in limitOf ? limitOf[reason as keyof typeof limitOf] : 0 })];
  };
}

function ReasonTable({ skipped, rowsText, number }: ReasonsProps) {
  const { t } = useTexts();
  const textsOf = useReasonTexts();
  return (
    <div className={own.framed}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col" data-number>
              {t('IMPORT.OBJECTS')}
            </th>
            <th scope="col">{t('IMPORT.REASON')}</th>
            <th scope="col">{t('IMPORT.EXPLANATION')}</th>
            <th scope="col">{t('IMPORT.ROWS')}</th>
          </tr>
        </thead>
        <tbody>
          {skipped.map((one) => {
            const [label, text] = textsOf(one);
            return (
              <tr key={one.reason}>
                <td data-number>{number(one.count)}</td>
                <td>{label}</td>
                <td>{text}</td>
                <td>{rowsText(one)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** On a phone each reason opens to its rows. */
function ReasonCards({ skipped, rowsText, number }: ReasonsProps) {
  const { t } = useTexts();
  const textsOf = useReasonTexts();
  return (
    <div className={own.framed}>
      {skipped.map((one) => {
        const [label, text] = textsOf(one);
        return (
          <details key={one.reason} className={own.reason}>
            <summary>
              <strong>{number(one.count)}</strong>
              <span>
                {label}
                <small>{text}</small>
              </span>
              <IconChevronRight size={18} aria-hidden="true" />
            </summary>
            <p>
              {t('IMPORT.ROWS')}: {rowsText(one)}
            </p>
          </details>
        );
      })}
    </div>
  );
}
