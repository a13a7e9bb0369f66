import { Select, Switch } from '@mantine/core';
import { type Escalation, routingLimits } from '@pgis/contract';
import { useTexts } from '../../i18n/index.ts';
import { DecimalInput } from '../../ui/inputs/DecimalInput.tsx';
import classes from './routing.module.css';

interface EscalationFieldsProps {
  readonly people: readonly { readonly value: string; readonly label: string }[];
  readonly value: Escalation | null;
  readonly onChange: (value: Escalation | null) => void;
}

const limitFields = [
  ['votes', 'ROUTING.AT_VOTES', routingLimits.votes],
  ['ageDays', 'ROUTING.AT_AGE', routingLimits.days],
  ['silentDays', 'ROUTING.AT_SILENCE', routingLimits.days],
] as const;

/** Whom to tell of a case with many votes, of one that is old, or of one without a public answer. */
export function EscalationFields({ people, value, onChange }: EscalationFieldsProps) {
  const { t } = useTexts();
  const [first] = people;
  const start = (): Escalation | null =>
    first === undefined ? null : { votes: null, ageDays: null, silentDays: 7, tellId: Number(first.value) };
  return (
    <>
      <Switch
        label={t('ROUTING.ESCALATE')}
        description={t('ROUTING.ESCALATE_NOTE')}
        disabled={first === undefined}
        checked={value !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? start() : null)}
      />
      {value !== null && (
        <>
          <div className={classes.pair}>
            {limitFields.map(([name, label, max]) => (
              <DecimalInput
                key={name}
                label={t(label)}
                min={1}
                max={max}
                clampBehavior="strict"
                allowDecimal={false}
                value={value[name] ?? ''}
                onChange={(next) => onChange({ ...value, [name]: next === '' ? null : next })}
              />
            ))}
          </div>
          <Select
            label={t('ROUTING.TELL')}
            searchable
            allowDeselect={false}
            data={people}
            value={String(value.tellId)}
            onChange={(id) => onChange({ ...value, tellId: Number(id) })}
          />
        </>
      )}
    </>
  );
}
