import { Select } from '@mantine/core';
import { useTexts } from '../../../i18n/index.ts';
import type { ComputedFields, DraftField, FieldUpdate, ImportDraft } from '../draft/importDraft.ts';
import classes from '../imports.module.css';
import own from './compare.module.css';

interface FieldUpdatesProps {
  readonly draft: ImportDraft;
  readonly computed: ComputedFields;
  readonly onChange: (change: Partial<ImportDraft>) => void;
}

const FILE = 'file';

/** Which value an existing object has afterwards, field by field. New objects always get that of the file. */
export function FieldUpdates({ draft, computed, onChange }: FieldUpdatesProps) {
  const { t } = useTexts();
  const { fields, match } = draft;
  const change = (source: string, update: FieldUpdate | undefined) =>
    onChange({ fields: fields.map((field) => (field.source === source ? { ...field, update } : field)) });
  const isKey = ({ source }: DraftField) =>
    match === `field:${source}` || (match === 'keyFields' && draft.keyFields.includes(source));
  const listed = fields.filter((field) => field.isTaken && !isKey(field) && !computed.has(field.name.trim()));
  if (listed.length === 0) return null;
  const choices = [
    { value: FILE, label: t('IMPORT.COMPARE.UPDATE_FILE') },
    { value: 'keep', label: t('IMPORT.COMPARE.UPDATE_KEEP') },
    { value: 'fillEmpty', label: t('IMPORT.COMPARE.UPDATE_FILL') },
  ];
  return (
    <section className={own.updates} aria-label={t('IMPORT.COMPARE.UPDATES')}>
      <h3 className={classes.caption}>{t('IMPORT.COMPARE.UPDATES')}</h3>
      <ul>
        {listed.map(({ source, name, update }) => (
          <li key={source}>
            <span title={source}>{name}</span>
            <Select
              aria-label={t('IMPORT.COMPARE.UPDATE_OF', { field: name })}
              size="xs"
              allowDeselect={false}
              data={choices}
              value={update ?? FILE}
              onChange={(value) =>
                change(source, value === FILE || value === null ? undefined : (value as FieldUpdate))
              }
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
