import { Switch } from '@mantine/core';
import { type MapAddress, referenceOf } from '@pgis/contract';
import { languageNames, useTexts } from '../../i18n/index.ts';
import { NO_BASE_MAP_ID, useBaseLayers } from '../layer-list/index.ts';
import { useSwitchedOnLayers } from '../objects/index.ts';
import classes from './SharedParts.module.css';
import type { SharedPart } from './shareLink.ts';

interface SharedPartsProps {
  readonly address: MapAddress;
  readonly parts: ReadonlySet<SharedPart>;
  readonly onToggle: (part: SharedPart) => void;
  /** Null for a link that always names its language. */
  readonly language: {
    readonly isIncluded: boolean;
    readonly onChange: (isIncluded: boolean) => void;
  } | null;
}

/** Lists what the link holds, each with what it is now; what there is none of cannot be switched on. */
export function SharedParts({ address, parts, onToggle, language }: SharedPartsProps) {
  const { t, language: ownLanguage } = useTexts();
  const layers = useSwitchedOnLayers();
  const { layers: baseLayers } = useBaseLayers();
  const { view, filters, objectId, baseLayerIds = [] } = address;
  const filterTexts = layers.flatMap(({ id, name }) => {
    const filter = filters?.get(id);
    return filter ? [`${name}: ${filter.field} = ${filter.value}`] : [];
  });
  const rows: readonly [part: SharedPart, name: string, now: string | undefined][] = [
    ['view', t('SHARE.VIEW'), view && t('SHARE.ZOOM', { zoom: view.zoom })],
    ['layers', t('SHARE.LAYERS'), t('SHARE.LAYER_COUNT', { count: layers.length })],
    ['filters', t('SHARE.FILTER'), filterTexts.join('; ') || undefined],
    ['object', t('SHARE.OBJECT'), objectId === undefined ? undefined : referenceOf(objectId)],
    [
      'base',
      t('SHARE.BASE_MAP'),
      baseLayerIds
        .flatMap((id) =>
          id === NO_BASE_MAP_ID
            ? t('MAP.NO_BASE_MAP')
            : baseLayers.filter((layer) => layer.id === id).map(({ name }) => name),
        )
        .join(', ') || undefined,
    ],
  ];
  return (
    <fieldset className={classes.parts}>
      <legend className={classes.caption}>{t('SHARE.PARTS')}</legend>
      {rows.map(([part, name, now]) => (
        <Switch
          key={part}
          classNames={{ label: classes.label ?? '' }}
          label={name}
          description={now ?? t('SHARE.NOTHING')}
          checked={now !== undefined && parts.has(part)}
          disabled={now === undefined}
          onChange={() => onToggle(part)}
        />
      ))}
      {language !== null && (
        <Switch
          classNames={{ label: classes.label ?? '' }}
          label={t('SHARE.LANGUAGE')}
          description={language.isIncluded ? languageNames[ownLanguage] : t('SHARE.READERS_LANGUAGE')}
          checked={language.isIncluded}
          onChange={(event) => language.onChange(event.currentTarget.checked)}
        />
      )}
    </fieldset>
  );
}
