import { Button, Checkbox, Group, SegmentedControl, Select, Text } from '@mantine/core';
import type { Comparison, Difference, DifferenceKind, Import } from '@pgis/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { errorText, formatNumber, useTexts } from '../../../i18n/index.ts';
import { confirm } from '../../../ui/dialogs/index.ts';
import { Notice } from '../../../ui/forms/Notice.tsx';
import { UnsavedWork } from '../../../ui/unsaved-work/index.ts';
import { differencesQuery, useDeleteImport, useImportChanges } from '../importQueries.ts';
import classes from '../imports.module.css';
import { Skipped } from '../result/Skipped.tsx';
import { runningImports } from '../runningImports.ts';
import {
  type ChosenKind,
  chosenKinds,
  countSelected,
  isChosenKind,
  isSelected,
  selectAll,
  startChoice,
  toggle,
} from './choice.ts';
import own from './compare.module.css';
import { DifferenceMap } from './DifferenceMap.tsx';
import { DifferenceTable } from './DifferenceTable.tsx';
import { kindLabels, kindMarks } from './kindLabels.ts';

interface CompareStepProps {
  readonly one: Import;
  readonly comparison: Comparison;
  readonly onClose: () => void;
}

type Shown = 'all' | DifferenceKind;
const shownKinds = ['added', 'changed', 'conflict', 'missing', 'ambiguous', 'unchanged'] as const;

/** The differences between a file and a layer, and what of them is taken. Nothing is written before "Apply". */
export function CompareStep({ one, comparison, onClose }: CompareStepProps) {
  const { t, language } = useTexts();
  const { apply } = useImportChanges(one.id);
  const { mutate: remove } = useDeleteImport();
  const [choice, setChoice] = useState(startChoice);
  const [shown, setShown] = useState<Shown>('all');
  const [field, setField] = useState<string | null>(null);
  const [focused, setFocused] = useState<Difference | null>(null);
  const kind = shown === 'all' ? undefined : shown;
  const differences = useInfiniteQuery(differencesQuery(one, { kind, field: field ?? undefined }));
  const items = useMemo(
    () => differences.data?.pages.flatMap((page) => page.items) ?? [],
    [differences.data],
  );
  useEffect(() => void runningImports.delete(one.id), [one.id]);
  const number = (count: number) => formatNumber(count, language);
  const { counts, skipped } = comparison;
  const selected = chosenKinds.reduce((sum, each) => sum + countSelected(choice, comparison, each), 0);
  const isSame = chosenKinds.every((each) => counts[each] === 0) && counts.ambiguous === 0;
  const skippedCount = skipped.reduce((sum, { count }) => sum + count, 0);
  const discard = async () => {
    const message = t('IMPORT.CONFIRM_STOP', { name: one.files[0]?.name ?? '' });
    if (!(await confirm({ message, isDestructive: true }))) return;
    remove(one.id);
    onClose();
  };
  const fields = [...new Set(items.flatMap(({ values }) => values.flatMap((value) => value.field || [])))];
  return (
    <div className={classes.body}>
      <UnsavedWork isChanged={choice !== startChoice} />
      {comparison.wasRepeated && <Notice tone="warn">{t('IMPORT.COMPARE.REPEATED')}</Notice>}
      {apply.isError && <Notice tone="err">{errorText(t, apply.error)}</Notice>}
      {differences.isError && <Notice tone="err">{errorText(t, differences.error)}</Notice>}
      {isSame ? (
        <Notice tone="info" title={t('IMPORT.COMPARE.NO_DIFFERENCE')}>
          {t('IMPORT.COMPARE.NO_DIFFERENCE_TEXT', { number: number(counts.unchanged) })}
        </Notice>
      ) : (
        <div className={own.columns}>
          <DifferenceMap items={items} focused={focused} label={t('IMPORT.COMPARE.MAP')} />
          <section className={own.panel} aria-label={t('IMPORT.COMPARE.LEGEND')}>
            <h3 className={classes.caption}>{comparison.layerName}</h3>
            {shownKinds.map((each) => (
              <KindRow
                key={each}
                kind={each}
                count={counts[each]}
                selected={isChosenKind(each) ? countSelected(choice, comparison, each) : undefined}
                onSelect={(kindOf, all) => setChoice(selectAll(choice, kindOf, all))}
              />
            ))}
            {counts.conflict > 0 && (
              <Notice tone="warn">
                {t('IMPORT.COMPARE.CONFLICTS', { number: number(counts.conflict) })}{' '}
                {t('IMPORT.COMPARE.CONFLICT_TEXT')}{' '}
                <Button variant="transparent" size="compact-sm" onClick={() => setShown('conflict')}>
                  {t('IMPORT.COMPARE.CONFLICTS_SHOW')}
                </Button>
              </Notice>
            )}
            {counts.missing > 0 && (
              <Text size="sm">
                {countSelected(choice, comparison, 'missing') > 0
                  ? t('IMPORT.COMPARE.MISSING_USES', {
                      files: number(comparison.missingUses.files),
                      comments: number(comparison.missingUses.comments),
                    })
                  : t('IMPORT.COMPARE.MISSING_TEXT')}
              </Text>
            )}
            {!comparison.listsMissing && <Text size="sm">{t('IMPORT.COMPARE.MISSING_UNKNOWN')}</Text>}
            {counts.ambiguous > 0 && <Text size="sm">{t('IMPORT.COMPARE.AMBIGUOUS_TEXT')}</Text>}
          </section>
        </div>
      )}
      {!isSame && (
        <>
          <Group gap="sm" className={own.filters ?? ''}>
            <SegmentedControl
              aria-label={t('IMPORT.COMPARE.SHOW_KIND')}
              className={own.kinds ?? ''}
              value={shown}
              onChange={(value) => {
                setShown(value as Shown);
                setField(null);
              }}
              data={[
                { value: 'all', label: t('IMPORT.COMPARE.SHOW_ALL') },
                ...shownKinds
                  .filter((each) => counts[each] > 0)
                  .map((each) => ({
                    value: each,
                    label: `${t(kindLabels[each])} ${number(counts[each])}`,
                  })),
              ]}
            />
            <Select
              aria-label={t('IMPORT.COMPARE.CHANGED_FIELD')}
              placeholder={t('IMPORT.COMPARE.CHANGED_FIELD')}
              clearable
              data={field === null || fields.includes(field) ? fields : [field, ...fields]}
              value={field}
              onChange={setField}
            />
          </Group>
          <DifferenceTable
            items={items}
            isLoading={differences.isPending}
            focusedId={focused?.id}
            isSelected={({ kind: each, id }) => isChosenKind(each) && isSelected(choice, each, id)}
            onToggle={({ kind: each, id }) => isChosenKind(each) && setChoice(toggle(choice, each, id))}
            onFocus={setFocused}
          />
          {differences.hasNextPage && (
            <Button
              variant="default"
              loading={differences.isFetchingNextPage}
              onClick={() => void differences.fetchNextPage()}
            >
              {t('IMPORT.COMPARE.MORE')}
            </Button>
          )}
        </>
      )}
      {skippedCount > 0 && <Skipped one={one} skipped={skipped} count={skippedCount} />}
      <footer className={classes.foot}>
        <Button variant="default" onClick={() => void discard()}>
          {t('IMPORT.COMPARE.DISCARD')}
        </Button>
        <Group gap="sm" className={classes.ends ?? ''}>
          <Button variant="default" onClick={onClose}>
            {t('COMMON.CLOSE')}
          </Button>
          <Button loading={apply.isPending} disabled={selected === 0} onClick={() => apply.mutate(choice)}>
            {t('IMPORT.COMPARE.APPLY', { number: number(selected) })}
          </Button>
        </Group>
      </footer>
    </div>
  );
}

interface KindRowProps {
  readonly kind: DifferenceKind;
  readonly count: number;
  /** Undefined for a kind that cannot be taken. */
  readonly selected: number | undefined;
  readonly onSelect: (kind: ChosenKind, all: boolean) => void;
}

function KindRow({ kind, count, selected, onSelect }: KindRowProps) {
  const { t, language } = useTexts();
  if (count === 0 && kind === 'ambiguous') return null;
  const label = t(kindLabels[kind]);
  return (
    <div className={own.kindRow}>
      <span className={own.mark} data-kind={kind} aria-hidden="true">
        {kindMarks[kind]}
      </span>
      <span>
        {label}
        {selected !== undefined && count > 0 && (
          <small>{t('IMPORT.COMPARE.OF_ALL', { number: formatNumber(selected, language) })}</small>
        )}
      </span>
      <strong>{formatNumber(count, language)}</strong>
      {isChosenKind(kind) && selected !== undefined && count > 0 ? (
        <Checkbox
          aria-label={t('IMPORT.COMPARE.SELECT_ALL_OF', { kind: label })}
          checked={selected === count}
          indeterminate={selected > 0 && selected < count}
          onChange={({ currentTarget: { checked } }) => onSelect(kind, checked)}
        />
      ) : (
        <span />
      )}
    </div>
  );
}
