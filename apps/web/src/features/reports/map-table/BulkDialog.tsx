import { Button, Group, Progress, SegmentedControl, Select, Text } from '@mantine/core';
import type { InputHint } from '@pgis/contract';
import { lazy, Suspense, useEffect, useState } from 'react';
import { formatNumber, useTexts } from '../../../i18n/index.ts';
import { DialogFrame } from '../../../ui/DialogFrame.tsx';
import { loadFormParts } from '../../drawing/index.ts';
import type { BulkChange } from './bulkData.ts';
import type { TableLayer } from './openedTable.ts';

const CommentForm = lazy(async () => ({ default: (await loadFormParts()).CommentForm }));
const HintedInput = lazy(async () => ({ default: (await loadFormParts()).HintedInput }));

const STATUS = 'status';
const noHint: InputHint = {};

interface BulkDialogProps {
  readonly layer: TableLayer;
  readonly count: number;
  readonly onClose: () => void;
  /** True when it is done. */
  readonly onChange: (change: BulkChange) => Promise<boolean>;
}

/** One field or the status of all chosen objects. Emptying a field is said, and never what an empty box means. */
export function BulkDialog({ layer, count, onClose, onChange }: BulkDialogProps) {
  const { t, language } = useTexts();
  const [what, setWhat] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  useFocusBack();
  const field = layer.layerFields.find(({ name }) => what === toKey(name));
  const apply = async (change: BulkChange) => {
    setSaving(true);
    const isDone = await onChange(change);
    setSaving(false);
    if (isDone) onClose();
  };
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
          ...layer.layerFields.map(({ name }) => ({ value: toKey(name), label: name })),
        ]}
        value={what}
        onChange={setWhat}
        allowDeselect={false}
        data-autofocus
        comboboxProps={{ withinPortal: true, zIndex: 'var(--z-popover)' }}
      />
      <Suspense>
        {what === STATUS && (
          <StatusPart isSaving={isSaving} onApply={(comment) => void apply({ kind: 'status', ...comment })} />
        )}
        {field && (
          <FieldPart
            key={field.name}
            name={field.name}
            hint={field.hint ?? noHint}
            isSaving={isSaving}
            onApply={(value) => void apply({ kind: 'field', field: field.name, value })}
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

/** A dialog that goes with all its parts gives the focus back to what opened it. */
function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) requestAnimationFrame(() => opener.focus());
    },
    [opener],
  );
}

/** A field may be called like what is no field. */
const toKey = (name: string): string => `data.${name}`;

type Way = 'keep' | 'set' | 'empty';

interface FieldPartProps {
  readonly name: string;
  readonly hint: InputHint;
  readonly isSaving: boolean;
  readonly onApply: (value: string | null) => void;
}

function FieldPart({ name, hint, isSaving, onApply }: FieldPartProps) {
  const { t } = useTexts();
  const [way, setWay] = useState<Way>('keep');
  const [value, setValue] = useState('');
  const text = value.trim();
  const isReady = way === 'empty' || (way === 'set' && text !== '');
  return (
    <>
      <SegmentedControl
        mt="md"
        fullWidth
        aria-label={t('TABLE.WAY')}
        data={(['keep', 'set', 'empty'] as const).map((one) => ({
          value: one,
          label: t(`TABLE.WAYS.${one}`),
        }))}
        value={way}
        onChange={(next) => setWay(next as Way)}
      />
      {way === 'set' && (
        <div style={{ marginTop: 'var(--s3)' }}>
          <Suspense>
            <HintedInput label={name} hint={hint} value={value} onChange={setValue} />
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

interface StatusPartProps {
  readonly isSaving: boolean;
  readonly onApply: (comment: { statusId: number; content: string; isPublic: boolean }) => void;
}

/** A status is set by a comment, of many objects as of one (D-CLS-03). */
function StatusPart({ isSaving, onApply }: StatusPartProps) {
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
