import { Button, Group, Progress, SegmentedControl, Select, Text } from '@mantine/core';
import { checkFieldValue, type FieldSchema, type InputHint, isComputed } from '@pgis/contract';
import { Suspense, useEffect, useState } from 'react';
import { formatNumber, useTexts } from '../../../i18n/index.ts';
import { fieldProblemText } from '../../../layers/fields/fieldProblemText.ts';
import { useFieldLabels } from '../../../layers/fields/useFieldLabels.ts';
import type { BulkChange } from '../../../objects/useBulkEdit.ts';
import { DialogFrame } from '../../../ui/DialogFrame.tsx';
import { LoadFailureNote, lazyPart } from '../../../ui/lazy-parts/index.ts';
import { loadFormComponents } from '../../drawing/index.ts';
import type { TableLayer } from './openedTable.ts';

const CommentForm = lazyPart(
  async () => ({ default: (await loadFormComponents()).CommentForm }),
  LoadFailureNote,
);
const HintedInput = lazyPart(
  async () => ({ default: (await loadFormComponents()).HintedInput }),
  LoadFailureNote,
);

const StrictInput = lazyPart(
  async () => ({ default: (await loadFormComponents()).StrictInput }),
  LoadFailureNote,
);

const STATUS = 'status';
const noHint: InputHint = {};

interface BulkDialogProps {
  readonly layer: TableLayer;
  readonly count: number;
  readonly isSaving: boolean;
  readonly onClose: () => void;
  readonly onChange: (change: BulkChange) => void;
}

/**
 * Changes one field or the status of all selected objects. Emptying a field is a choice of its own, because an empty
 * input may only mean that nothing was typed.
 */
export function BulkDialog({ layer, count, isSaving, onClose, onChange }: BulkDialogProps) {
  const { t, language } = useTexts();
  const labels = useFieldLabels(layer);
  const [what, setWhat] = useState<string | null>(null);
  useFocusBack();
  const editable = layer.layerFields.filter(
    ({ schema }) => schema?.readOnly !== true && !isComputed(schema?.type),
  );
  const field = editable.find(({ name }) => what === toKey(name));
  return (
    <DialogFrame
      onClose={isSaving ? () => {} : onClose}
      title={t('TABLE.CHANGE_TITLE', { count, number: formatNumber(count, language) })}
    >
      <Select
        label={t('TABLE.WHAT')}
        placeholder={t('TABLE.CHOOSE_WHAT')}
        data={[
          { value: STATUS, label: t('TABLE.STATUS') },
          ...editable.map(({ name }) => ({ value: toKey(name), label: labels.of(name) })),
        ]}
        value={what}
        onChange={setWhat}
        allowDeselect={false}
        data-autofocus
        comboboxProps={{ withinPortal: true, zIndex: 'var(--z-popover)' }}
      />
      <Suspense>
        {what === STATUS && (
          <StatusForm isSaving={isSaving} onApply={(comment) => onChange({ kind: 'status', ...comment })} />
        )}
        {field && (
          <FieldForm
            key={field.name}
            name={labels.of(field.name)}
            labelOf={(value) => labels.ofValue(field.name, value)}
            hint={field.hint ?? noHint}
            schema={field.schema}
            isSaving={isSaving}
            onApply={(value) => onChange({ kind: 'field', field: field.name, value })}
          />
        )}
      </Suspense>
      {isSaving && <Progress value={100} animated mt="md" aria-label={t('TABLE.CHANGING')} />}
      {what === null && (
        <Text c="var(--text-2)" mt="md" size="sm">
          {t('TABLE.ALL_OR_NONE')}
        </Text>
      )}
    </DialogFrame>
  );
}

/** Returns the focus by hand: a dialog that unmounts with its content does not return it. */
function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) requestAnimationFrame(() => opener.focus());
    },
    [opener],
  );
}

/** Key of a field in the list, which no other entry can have, whatever the field's name. */
const toKey = (name: string): string => `data.${name}`;

type Way = 'keep' | 'set' | 'empty';

interface FieldFormProps {
  readonly name: string;
  readonly labelOf: (value: string) => string;
  readonly hint: InputHint;
  readonly schema: FieldSchema | undefined;
  readonly isSaving: boolean;
  readonly onApply: (value: string | null) => void;
}

function FieldForm({ name, labelOf, hint, schema, isSaving, onApply }: FieldFormProps) {
  const reader = useTexts();
  const { t } = reader;
  const [way, setWay] = useState<Way>('keep');
  const [value, setValue] = useState('');
  // A required field has to keep a value.
  const ways: readonly Way[] = schema?.required === true ? ['keep', 'set'] : ['keep', 'set', 'empty'];
  const text = value.trim();
  const checked = schema && way === 'set' && text !== '' ? checkFieldValue(schema, text) : undefined;
  const problem =
    schema && checked && 'code' in checked ? fieldProblemText(schema, checked.code, reader) : null;
  const isReady = problem === null && (way === 'empty' || (way === 'set' && text !== ''));
  return (
    <>
      <SegmentedControl
        mt="md"
        fullWidth
        aria-label={t('TABLE.WAY')}
        data={ways.map((one) => ({
          value: one,
          label: t(`TABLE.WAYS.${one}`),
        }))}
        value={way}
        onChange={(next) => setWay(next as Way)}
      />
      {way === 'set' && (
        <div style={{ marginTop: 'var(--s3)' }}>
          <Suspense>
            {schema ? (
              <StrictInput
                label={name}
                schema={schema}
                labelOf={labelOf}
                help={hint.help}
                value={value}
                error={problem}
                onChange={setValue}
              />
            ) : (
              <HintedInput label={name} hint={hint} value={value} onChange={setValue} />
            )}
          </Suspense>
        </div>
      )}
      {way === 'empty' && (
        <Text mt="md" size="sm">
          {t('TABLE.EMPTY_NOTE', { field: name })}
        </Text>
      )}
      <Group justify="flex-end" mt="lg">
        <Button disabled={!isReady} loading={isSaving} onClick={() => onApply(way === 'empty' ? null : text)}>
          {t('TABLE.APPLY')}
        </Button>
      </Group>
    </>
  );
}

interface StatusFormProps {
  readonly isSaving: boolean;
  readonly onApply: (comment: { statusId: number; content: string; isPublic: boolean }) => void;
}

/** D-CLS-03: a comment sets the status, for many objects as for one. */
function StatusForm({ isSaving, onApply }: StatusFormProps) {
  const [comment, setComment] = useState<Parameters<typeof CommentForm>[0]['value']>({
    statusId: null,
    content: '',
    isPublic: false,
  });
  return (
    <div style={{ marginTop: 'var(--s3)' }}>
      <CommentForm
        value={comment}
        onChange={setComment}
        isStart={false}
        isAdding={isSaving}
        onAdd={onApply}
      />
    </div>
  );
}
