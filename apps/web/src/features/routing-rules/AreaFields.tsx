import { SegmentedControl, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { RoutingRule, RoutingRuleBody } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import classes from './routing.module.css';
import { areasQuery } from './routingQueries.ts';
import { useRuleNames } from './useRuleNames.ts';

const TYPING_MS = 300;

type Area = Pick<RoutingRuleBody, 'areaWkt' | 'areaObjectId'>;
export type AreaKind = 'everywhere' | 'object' | 'drawn';

interface AreaFieldsProps {
  /** The rule as it is stored, whose drawn area can be kept; null for a new one. */
  readonly rule: RoutingRule | null;
  readonly values: Area;
  readonly kind: AreaKind;
  readonly error: ReactNode;
  readonly onChange: (kind: AreaKind, area: Area) => void;
}

export const areaKindOf = ({ areaWkt, areaObjectId }: Area): AreaKind =>
  areaObjectId !== null ? 'object' : areaWkt !== null ? 'drawn' : 'everywhere';

/** Area of a rule: everywhere, or in an object of a polygon layer. A drawn area can be kept. */
export function AreaFields({ rule, values, kind, error, onChange }: AreaFieldsProps) {
  const { t } = useTexts();
  const { allLayers } = useRuleNames();
  const [layerId, setLayerId] = useState<number | null>(null);
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text, TYPING_MS);
  const areas = useQuery(areasQuery(layerId, searched));
  const select = (next: AreaKind) =>
    onChange(next, { areaObjectId: null, areaWkt: next === 'drawn' ? (rule?.areaWkt ?? null) : null });
  const known =
    rule?.areaObjectId && rule.areaName !== null ? [{ id: rule.areaObjectId, name: rule.areaName }] : [];
  const found = areas.data ?? [];
  const options = [...found, ...known.filter(({ id }) => found.every((one) => one.id !== id))];
  const kinds: readonly AreaKind[] = ['everywhere', 'object', ...(rule?.areaWkt ? (['drawn'] as const) : [])];
  return (
    <div className={classes.area}>
      <SegmentedControl
        fullWidth
        aria-label={t('ROUTING.AREA')}
        value={kind}
        onChange={(next) => select(kinds.find((one) => one === next) ?? 'everywhere')}
        data={kinds.map((value) => ({ value, label: t(`ROUTING.AREAS.${value}`) }))}
      />
      {kind === 'object' && (
        <div className={classes.pair}>
          <Select
            label={t('ROUTING.AREA_LAYER')}
            searchable
            data={allLayers.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={layerId === null ? null : String(layerId)}
            onChange={(value) => setLayerId(value ? Number(value) : null)}
          />
          <Select
            label={t('ROUTING.AREA_OBJECT')}
            searchable
            disabled={layerId === null && known.length === 0}
            nothingFoundMessage={areas.isFetching ? t('COMMON.LOADING') : t('ROUTING.NO_AREAS')}
            filter={({ options: all }) => all}
            data={options.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={values.areaObjectId === null ? null : String(values.areaObjectId)}
            onSearchChange={(next) => setText(options.some(({ name }) => name === next) ? '' : next)}
            error={error}
            onChange={(value) =>
              onChange('object', { areaWkt: null, areaObjectId: value ? Number(value) : null })
            }
          />
        </div>
      )}
    </div>
  );
}
