import { NumberInput, Select, Switch } from '@mantine/core';
import { limits } from '@pgis/contract';
import { useTexts } from '../../../i18n/index.ts';
import { type ComputedFields, type DraftMatch, type ImportDraft, listMatches } from '../draft/importDraft.ts';
import { FieldUpdates } from './FieldUpdates.tsx';

interface MatchFieldsProps {
  readonly draft: ImportDraft;
  /** Fields of the layer that the file cannot write. */
  readonly computed: ComputedFields;
  readonly onChange: (change: Partial<ImportDraft>) => void;
}

/** Fields by which the rows of a file find the objects that they are about. */
export function MatchFields({ draft, computed, onChange }: MatchFieldsProps) {
  const { t } = useTexts();
  const { match, keyFields, distanceM, keepsShapes } = draft;
  const fields = keyFields.join(' + ');
  const labelOf = (one: DraftMatch): string => {
    if (one === 'place') return t('IMPORT.COMPARE.PLACE');
    if (one === 'importKey') return t('IMPORT.COMPARE.IMPORT_KEY', { fields });
    if (one === 'keyFields') return t('IMPORT.COMPARE.KEY_FIELDS', { fields });
    return t('IMPORT.COMPARE.FIELD_OF_LAYER', { field: one.slice('field:'.length) });
  };
  const matches = listMatches(draft, computed);
  return (
    <>
      <Select
        label={t('IMPORT.COMPARE.MATCH')}
        {...(match?.startsWith('field:') && { description: t('IMPORT.COMPARE.MATCH_HINT') })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        searchable
        data={matches.map((value) => ({ value, label: labelOf(value) }))}
        value={match !== null && matches.includes(match) ? match : null}
        onChange={(value) => onChange({ match: value as DraftMatch | null })}
      />
      {match === 'place' && (
        <NumberInput
          label={t('IMPORT.COMPARE.DISTANCE')}
          description={t('IMPORT.COMPARE.DISTANCE_HINT')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={0}
          max={limits.import.matchDistanceM}
          clampBehavior="strict"
          value={distanceM}
          onChange={(value) => onChange({ distanceM: Number(value) || 0 })}
        />
      )}
      {match !== 'place' && (
        <Switch
          label={t('IMPORT.COMPARE.KEEPS_SHAPES')}
          description={t('IMPORT.COMPARE.KEEPS_SHAPES_HINT')}
          checked={keepsShapes}
          onChange={({ currentTarget: { checked } }) => onChange({ keepsShapes: checked })}
        />
      )}
      <FieldUpdates draft={draft} computed={computed} onChange={onChange} />
    </>
  );
}
