import { Select, Switch } from '@mantine/core';
import { type Case, type CasePriority, casePriorities, type Geom } from '@pgis/contract';
import { IconClockExclamation } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useId } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { dueText, localToday } from '../../objects/caseDue.ts';
import { assigneesQuery, caseQuery } from '../../objects/caseQueries.ts';
import { type CaseChange, useChangeCase } from '../../objects/useChangeCase.ts';
import { TrimmedTextInput } from '../../ui/inputs/TrimmedTextInput.tsx';
import { LoadFailureNote, lazyPart } from '../../ui/lazy-parts/index.ts';
import { PossibleDuplicates } from '../merging/index.ts';
import { useSession } from '../session/index.ts';
import classes from './CaseStrip.module.css';

const DatePicker = lazyPart(
  async () => ({ default: (await import('../../ui/inputs/DatePicker.tsx')).DatePicker }),
  LoadFailureNote,
);

const NOBODY = '';
const popover = { withinPortal: true } as const;

/** Work on an object of a case layer: who does it, until when, and how urgently. Each change is saved at once. */
export default function CaseStrip({ geom }: { readonly geom: Geom }) {
  const { user } = useSession();
  const { data: one } = useQuery(caseQuery(geom.id, user?.userId ?? null));
  // The work of other units is not for this reader.
  return one === undefined ? null : <CaseFields one={one} />;
}

function CaseFields({ one }: { readonly one: Case }) {
  const { t } = useTexts();
  const headingId = useId();
  const { mutate, isPending } = useChangeCase(one);
  const isOpen = one.closedAt === null;
  const isReadOnly = !one.canEdit || isPending;
  const change = (next: CaseChange) => mutate(next);
  return (
    <section className={classes.strip} aria-labelledby={headingId}>
      <p className={classes.due} id={headingId} data-overdue={one.isOverdue || undefined}>
        {one.isOverdue && <IconClockExclamation size={16} aria-hidden="true" />}
        {dueText(one, { t, today: localToday() })}
      </p>
      <div className={classes.fields}>
        <AssigneeField one={one} isReadOnly={isReadOnly} onChange={change} />
        <Suspense
          fallback={
            <TrimmedTextInput size="xs" label={t('CASES.DUE')} value="" onChange={() => {}} disabled />
          }
        >
          <DatePicker
            size="xs"
            label={t('CASES.DUE')}
            clearable
            disabled={isReadOnly}
            value={one.dueOn}
            onChange={(dueOn) => change({ dueOn })}
            popoverProps={popover}
          />
        </Suspense>
        <UnitField one={one} isReadOnly={isReadOnly} onChange={change} />
        <Select
          size="xs"
          label={t('CASES.PRIORITY')}
          allowDeselect={false}
          disabled={isReadOnly}
          value={one.priority}
          onChange={(next) => next !== null && change({ priority: next as CasePriority })}
          data={casePriorities.map((value) => ({ value, label: t(`CASES.PRIORITIES.${value}`) }))}
          comboboxProps={popover}
        />
      </div>
      {isOpen && <PossibleDuplicates one={one} />}
      {isOpen && (
        <Switch
          size="xs"
          label={t('CASES.PAUSE')}
          disabled={isReadOnly}
          checked={one.pausedOn !== null}
          onChange={({ currentTarget }) => change({ isPaused: currentTarget.checked })}
        />
      )}
    </section>
  );
}

interface FieldProps {
  readonly one: Case;
  readonly isReadOnly: boolean;
  readonly onChange: (change: CaseChange) => void;
}

function useAssignees({ classId, canEdit }: Case) {
  const { user } = useSession();
  const { data } = useQuery({ ...assigneesQuery(classId, user?.userId ?? null), enabled: canEdit });
  return data;
}

/** Keeps the present value in the list: a person may have lost the right meanwhile. */
const withPresent = (
  offered: readonly { readonly value: string; readonly label: string }[],
  present: { readonly id: number; readonly name: string } | null,
) =>
  present === null || offered.some(({ value }) => value === String(present.id))
    ? offered
    : [{ value: String(present.id), label: present.name }, ...offered];

function AssigneeField({ one, isReadOnly, onChange }: FieldProps) {
  const { t } = useTexts();
  const people = useAssignees(one)?.people ?? [];
  const openOf = new Map(people.map(({ id, open }) => [String(id), open]));
  const offered = people.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <Select
      size="xs"
      label={t('CASES.ASSIGNEE')}
      data-case-assignee
      searchable
      allowDeselect={false}
      disabled={isReadOnly}
      nothingFoundMessage={t('CASES.NO_PERSON')}
      value={one.assignee === null ? NOBODY : String(one.assignee.id)}
      onChange={(next) => next !== null && onChange({ assigneeId: next === NOBODY ? null : Number(next) })}
      data={[{ value: NOBODY, label: t('CASES.NOBODY') }, ...withPresent(offered, one.assignee)]}
      renderOption={({ option: { value, label } }) => {
        const count = openOf.get(value);
        return count === undefined ? label : t('CASES.PERSON', { name: label, count });
      }}
      comboboxProps={popover}
    />
  );
}

function UnitField({ one, isReadOnly, onChange }: FieldProps) {
  const { t } = useTexts();
  const units = (useAssignees(one)?.units ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <Select
      size="xs"
      label={t('CASES.UNIT')}
      allowDeselect={false}
      disabled={isReadOnly}
      value={one.unit === null ? null : String(one.unit.id)}
      onChange={(next) => next !== null && onChange({ unitId: Number(next) })}
      data={[...withPresent(units, one.unit)]}
      comboboxProps={popover}
    />
  );
}
