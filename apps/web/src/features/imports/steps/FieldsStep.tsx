import { Button, Checkbox, Group, MultiSelect, Text } from '@mantine/core';
import { limits } from '@pgis/contract';
import type { KeyboardEvent } from 'react';
import { formatNumber, useTexts } from '../../../i18n/index.ts';
import { TrimmedTextInput } from '../../../ui/inputs/TrimmedTextInput.tsx';
import { type DraftField, fillFromRow, findFieldProblems, findUnknownFields } from '../draft/importDraft.ts';
import { typeLabels } from '../importLabels.ts';
import classes from '../imports.module.css';
import { StepFoot } from './StepFoot.tsx';
import type { StepProps } from './StepProps.ts';

const problemLabels = {
  EMPTY: 'IMPORT.FIELD_EMPTY',
  TOO_LONG: 'IMPORT.FIELD_TOO_LONG',
  NOT_ALLOWED: 'IMPORT.FIELD_NOT_ALLOWED',
  DUPLICATE: 'IMPORT.FIELD_DUPLICATE',
} as const;

/** A line below each text says what becomes of it. */
const wrapperOrder: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
];

/** Arrows move between the checkboxes of the columns, which Space switches; F2 renames a field, Enter ends that. */
function moveInGrid(event: KeyboardEvent<HTMLElement>) {
  const cell = event.target instanceof HTMLInputElement ? event.target.closest('th') : null;
  const isName = event.target instanceof HTMLInputElement && event.target.type === 'text';
  const findTarget = () => {
    if (event.key === 'F2') return cell?.querySelector<HTMLInputElement>('input[type="text"]');
    if (isName)
      return event.key === 'Enter' ? cell?.querySelector<HTMLInputElement>('input[type="checkbox"]') : null;
    const neighbour =
      event.key === 'ArrowRight'
        ? cell?.nextElementSibling
        : event.key === 'ArrowLeft' && cell?.previousElementSibling;
    return neighbour ? neighbour.querySelector<HTMLInputElement>('input[type="checkbox"]') : null;
  };
  const target = findTarget();
  if (!target) return;
  event.preventDefault();
  target.focus();
  if (event.key === 'F2') target.select();
}

/** The first rows under the controls of their fields; name, description and key above. */
export function FieldsStep({ inspection, draft, onChange, onGoTo }: StepProps) {
  const { t, language } = useTexts();
  const { fields, rows, featureCount } = inspection;
  const problems = findFieldProblems(draft.fields);
  const takenCount = draft.fields.filter(({ isTaken }) => isTaken).length;
  const unknown = [draft.name, draft.description].flatMap((text) => findUnknownFields(text, fields));
  const isLocked = problems.size > 0 || unknown.length > 0 || takenCount > limits.layerFields;
  const changeField = (source: string, change: Partial<DraftField>) =>
    onChange({
      fields: draft.fields.map((field) => (field.source === source ? { ...field, ...change } : field)),
    });
  const number = (count: number) => formatNumber(count, language);
  const keyFacts = fields.filter(({ name }) => draft.keyFields.includes(name));
  return (
    <div className={classes.body}>
      <div className={classes.templates}>
        <TemplateInput
          label={t('IMPORT.NAME')}
          value={draft.name}
          inspection={inspection}
          onChange={(name) => onChange({ name })}
        />
        <TemplateInput
          label={t('IMPORT.DESCRIPTION')}
          value={draft.description}
          inspection={inspection}
          onChange={(description) => onChange({ description })}
        />
        <MultiSelect
          label={t('IMPORT.KEY')}
          description={
            keyFacts.length === 1 && keyFacts[0]?.isUnique
              ? t('IMPORT.KEY_UNIQUE', { number: number(featureCount) })
              : t('IMPORT.KEY_HINT')
          }
          data={[...new Set(fields.map(({ name }) => name))]}
          value={[...draft.keyFields]}
          maxValues={5}
          inputWrapperOrder={wrapperOrder}
          onChange={(keyFields) => onChange({ keyFields })}
        />
        <Group className={classes.taken ?? ''} gap="sm" wrap="nowrap">
          <Text size="sm">
            {t('IMPORT.FIELDS_TAKEN', { number: number(takenCount), total: number(fields.length) })}
          </Text>
          <Button
            variant="default"
            size="xs"
            onClick={() => onChange({ fields: draft.fields.map((field) => ({ ...field, isTaken: true })) })}
          >
            {t('IMPORT.SELECT_ALL')}
          </Button>
        </Group>
      </div>
      <section className={classes.preview} aria-label={t('IMPORT.PREVIEW')} onKeyDown={moveInGrid}>
        <table className={classes.table}>
          <thead>
            <tr>
              {draft.fields.map(({ source, isTaken, name }, i) => {
                const problem = problems.get(source);
                return (
                  <th key={source} scope="col" data-left={!isTaken || undefined}>
                    <Checkbox
                      label={source}
                      checked={isTaken}
                      onChange={({ currentTarget: { checked } }) => changeField(source, { isTaken: checked })}
                    />
                    {isTaken ? (
                      <TrimmedTextInput
                        aria-label={t('IMPORT.FIELD_NAME_OF', { field: source })}
                        value={name}
                        error={problem && t(problemLabels[problem], { limit: limits.fieldNameLength })}
                        onChange={(next) => changeField(source, { name: next })}
                      />
                    ) : (
                      <Text size="sm">{t('IMPORT.NOT_IMPORTED')}</Text>
                    )}
                    <small className={classes.type}>
                      {t(typeLabels[fields[i]?.type ?? 'text'], { number: fields[i]?.distinct ?? 0 })}
                    </small>
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ rowNumber, values }) => (
              <tr key={rowNumber}>
                {values.map((value, i) => (
                  <td
                    // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move.
                    key={i}
                    data-left={!draft.fields[i]?.isTaken || undefined}
                    data-number={/^(integer|decimal)$/.test(fields[i]?.type ?? '') || undefined}
                  >
                    {value ?? <em>{t('IMPORT.EMPTY_VALUE')}</em>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <StepFoot
        note={t('IMPORT.FIRST_ROWS', { number: number(rows.length), total: number(featureCount) })}
        onBack={() => onGoTo('file')}
        nextText={t('IMPORT.NEXT_LOCATION')}
        isLocked={isLocked}
        onNext={() => onGoTo('location')}
      />
    </div>
  );
}

interface TemplateInputProps extends Pick<StepProps, 'inspection'> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A text with {fields}; below it what becomes of it in the first row. */
function TemplateInput({ label, value, inspection, onChange }: TemplateInputProps) {
  const { t } = useTexts();
  const { fields, rows } = inspection;
  const [unknown] = findUnknownFields(value, fields);
  const first = fillFromRow(value, fields, rows[0]?.values ?? []);
  return (
    <TrimmedTextInput
      label={label}
      placeholder={`{${fields[0]?.name ?? 'field'}}`}
      description={value.trim() === '' ? t('IMPORT.CAN_BE_EMPTY') : t('IMPORT.FIRST_ROW', { text: first })}
      error={unknown !== undefined && t('IMPORT.NO_SUCH_FIELD', { field: unknown })}
      maxLength={limits.label.length}
      inputWrapperOrder={wrapperOrder}
      value={value}
      onChange={onChange}
    />
  );
}
