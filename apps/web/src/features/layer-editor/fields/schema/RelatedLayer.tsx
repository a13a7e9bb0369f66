import { Select } from '@mantine/core';
import { dependsOnReader, type FieldSchema, type LayerField, rootClassifierIds } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../../../../i18n/index.ts';
import { treeQuery } from '../../../../layers/layerEditorQueries.ts';
import { useSession } from '../../../session/index.ts';
import { withProperty } from './changeType.ts';

interface RelatedLayerProps {
  readonly schema: FieldSchema;
  /** Errors by property. */
  readonly errors: Readonly<Record<string, ReactNode>>;
  readonly onChange: (schema: FieldSchema) => void;
}

const popover = { withinPortal: true, zIndex: 'var(--z-popover)' } as const;

/** Name of a field that the value of a computed one can be. */
const toStoredName = ({ name, schema }: LayerField): string[] =>
  dependsOnReader(schema?.type) ? [] : [name];

/** The layer to whose objects the values of a field lead, or in whose polygons objects lie. */
export function RelatedLayer({ schema, errors, onChange }: RelatedLayerProps) {
  const { t } = useTexts();
  const { user } = useSession();
  const { data: groups = [] } = useQuery(treeQuery(rootClassifierIds.objects, user?.userId ?? null));
  const layers = groups.flatMap(({ childClassifiers }) => childClassifiers);
  const isOfPolygons = schema.type === 'liesIn';
  const data = groups
    .filter(({ childClassifiers }) => childClassifiers.length > 0)
    .map(({ id, name, childClassifiers }) => ({
      // Groups may have equal names, and Mantine takes the text for the key.
      group: groups.some((other) => other.id !== id && other.name === name) ? `${name} (${id})` : name,
      items: childClassifiers.map((layer) => ({ value: String(layer.id), label: layer.name })),
    }));
  const change = (value: string | null) =>
    onChange(withProperty(withProperty(schema, 'layerField', null), 'layer', Number(value)));
  return (
    <>
      <Select
        label={t(isOfPolygons ? 'FIELDS.POLYGON_LAYER' : 'FIELDS.RELATED_LAYER')}
        placeholder={t('FIELDS.CHOOSE')}
        required
        searchable
        allowDeselect={false}
        data={data}
        value={schema.layer === undefined ? null : String(schema.layer)}
        error={errors.layer}
        comboboxProps={popover}
        onChange={change}
      />
      {isOfPolygons && schema.layer !== undefined && (
        <Select
          label={t('FIELDS.POLYGON_FIELD')}
          placeholder={t('FIELDS.POLYGON_NAME')}
          clearable
          data={layers.find(({ id }) => id === schema.layer)?.layerFields.flatMap(toStoredName) ?? []}
          value={schema.layerField ?? null}
          error={errors.layerField}
          comboboxProps={popover}
          onChange={(value) => onChange(withProperty(schema, 'layerField', value))}
        />
      )}
    </>
  );
}
