import { Button, Skeleton } from '@mantine/core';
import { IconSearch, IconStack2 } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { errorText, useTexts } from '../../../i18n/index.ts';
import { layerSwitches, setLayerSwitch } from '../../../layers/layerSwitches.ts';
import { type MapController, useMap } from '../../../map/index.ts';
import { useStore } from '../../../store/useStore.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { TrimmedTextInput } from '../../../ui/inputs/TrimmedTextInput.tsx';
import { showToast } from '../../../ui/toasts/index.ts';
import { FilterButton } from '../filter/FilterButton.tsx';
import { FilterLine } from '../filter/FilterLine.tsx';
import { findFilter } from '../filter/layerFilters.ts';
import { zoomToLayers } from '../on-map/zoomToLayers.ts';
import { HiddenRulesLine } from '../rules/HiddenRulesLine.tsx';
import { type Layer, type LayerGroup, useLayerList } from '../useLayerList.ts';
import { WaitingLine } from '../waiting/WaitingLine.tsx';
import { filterLayers } from './filterLayers.ts';
import { LayerGroupSection } from './LayerGroupSection.tsx';
import { LayerRow } from './LayerRow.tsx';
import { layerNote } from './layerNote.ts';
import classes from './ObjectsSection.module.css';
import { useFolds } from './useFolds.ts';

interface ObjectsSectionProps {
  /** Renders the buttons between the filter and the switch of a layer. */
  readonly rowActions?: (layer: Layer) => ReactNode;
}

/** LIST-01: the layer groups with their layers. */
export function ObjectsSection({ rowActions }: ObjectsSectionProps) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const list = useLayerList();
  return (
    <section className={classes.section} aria-label={t('MAP.OBJECTS')}>
      <div className={classes.head}>
        <h3 className={classes.caption}>{t('MAP.OBJECTS')}</h3>
        <TrimmedTextInput
          size="xs"
          className={classes.find ?? ''}
          leftSection={<IconSearch size={14} />}
          placeholder={t('MAP.FIND_LAYER')}
          aria-label={t('MAP.FIND_LAYER')}
          value={text}
          onChange={setText}
        />
      </div>
      {list.isPending ? (
        <LoadingRows />
      ) : list.isError ? (
        <EmptyState
          title={t('MAP.LAYERS_NOT_LOADED')}
          text={errorText(t, list.error)}
          actions={<Button onClick={() => void list.refetch()}>{t('COMMON.RETRY')}</Button>}
        />
      ) : (
        <Groups groups={list.data} text={text} {...(rowActions && { rowActions })} />
      )}
    </section>
  );
}

function LoadingRows() {
  return (
    <div aria-hidden="true" className={classes.loading}>
      {[72, 54, 61, 66, 48, 57].map((width) => (
        <div key={width} className={classes.loadingRow}>
          <Skeleton height={16} width={16} radius="sm" />
          <Skeleton height={12} width={`${width}%`} />
        </div>
      ))}
    </div>
  );
}

interface GroupsProps extends ObjectsSectionProps {
  readonly groups: readonly LayerGroup[];
  readonly text: string;
}

function Groups({ groups, text, rowActions }: GroupsProps) {
  const { t } = useTexts();
  const { checkedIds } = useStore(layerSwitches);
  const visibleGroupIds = useMemo(
    () =>
      groups
        .filter(({ childClassifiers: layers }) => layers.some(({ id }) => checkedIds.has(id)))
        .map(({ id }) => id),
    [groups, checkedIds],
  );
  const folds = useFolds(visibleGroupIds);
  const found = filterLayers(groups, text);

  if (groups.length === 0) {
    return <EmptyState icon={<IconStack2 />} title={t('MAP.NO_LAYERS')} text={t('MAP.NO_LAYERS_TEXT')} />;
  }
  if (found.length === 0) {
    return <EmptyState title={t('MAP.NO_LAYER_FOUND')} text={t('MAP.NO_LAYER_FOUND_TEXT')} />;
  }
  return found.map(({ id, name, childClassifiers }) => {
    const visibleCount = childClassifiers.filter((layer) => checkedIds.has(layer.id)).length;
    return (
      <LayerGroupSection
        key={id}
        name={name}
        visibleCount={visibleCount}
        isOpen={text.trim() !== '' || folds.isOpen(id)}
        onToggle={() => folds.toggle(id)}
      >
        {childClassifiers.map((layer) => (
          <Row key={layer.id} layer={layer} isOn={checkedIds.has(layer.id)} actions={rowActions?.(layer)} />
        ))}
      </LayerGroupSection>
    );
  });
}

interface RowProps {
  readonly layer: Layer;
  readonly isOn: boolean;
  readonly actions: ReactNode;
}

function Row({ layer, isOn, actions }: RowProps) {
  const { t } = useTexts();
  const map = useMap();
  const state = useStore(map.objectLayers);
  const zoom = useStore(map.view, (view) => view?.zoom ?? 0);

  const zoomTo = async () => {
    try {
      const hasObjects = await zoomToLayers(map, [layer]);
      if (hasObjects) return;
      const isFiltered = findFilter(layer) !== undefined;
      showToast({
        message: isFiltered ? t('MAP.FILTER.NO_MATCH') : t('MAP.LAYER_IS_EMPTY', { layer: layer.name }),
      });
    } catch (cause) {
      showToast({ kind: 'error', message: errorText(t, cause) });
    }
  };
  return (
    <LayerRow
      layer={layer}
      isOn={isOn}
      note={isOn ? layerNote(layer, state, { zoom, t }) : undefined}
      onSwitch={(next) => switchLayer(map, layer.id, next)}
      onZoomTo={() => void zoomTo()}
      actions={
        <>
          <FilterButton layer={layer} />
          {actions}
        </>
      }
      below={
        <>
          <FilterLine layer={layer} />
          <HiddenRulesLine layer={layer} />
          <WaitingLine layer={layer} />
        </>
      }
    />
  );
}

/**
 * Switches a layer by hand; switching off also clears the selection and activates the select tool (LIST-07, LIST-08).
 */
function switchLayer(map: MapController, id: number, isOn: boolean): void {
  setLayerSwitch(id, isOn);
  if (!isOn) map.setTool('SelectObject');
}
