import { Button, Skeleton } from '@mantine/core';
import { IconMap2 } from '@tabler/icons-react';
import { useMemo } from 'react';
import { errorText, useTexts } from '../../i18n/index.ts';
import { useMap } from '../../map/index.ts';
import { useStore } from '../../store/useStore.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LayerGroupSection, useFolds } from '../objects/index.ts';
import { BaseLayerRow } from './BaseLayerRow.tsx';
import classes from './BaseLayersTab.module.css';
import { listOverlays, NO_BASE_MAP_ID } from './baseLayerChoice.ts';
import { groupMapLayers } from './groupMapLayers.ts';
import { NoBaseMapRow } from './NoBaseMapRow.tsx';
import { OverlayOrder } from './OverlayOrder.tsx';
import { useBaseLayers } from './useBaseLayers.ts';

/** BASE-01..07: one base layer is visible, and any number of overlays. */
export function BaseLayersTab() {
  const { t, language } = useTexts();
  const { query, layers, visibleIds, toggle, hideBaseMap, raise } = useBaseLayers();
  const brokenIds = useStore(useMap().baseLayers.brokenIds);
  const groupless = t('MAP.GROUPLESS_LAYERS');
  const groups = useMemo(
    () => groupMapLayers(layers, { groupless, language }),
    [layers, groupless, language],
  );
  const visibleGroups = useMemo(
    () =>
      groups.filter(({ items }) => items.some(({ id }) => visibleIds.includes(id))).map(({ name }) => name),
    [groups, visibleIds],
  );
  const folds = useFolds(visibleGroups);

  if (query.isPending) return <LoadingRows />;
  if (query.isError) {
    return (
      <EmptyState
        title={t('MAP.LAYERS_NOT_LOADED')}
        text={errorText(t, query.error)}
        actions={<Button onClick={() => void query.refetch()}>{t('COMMON.RETRY')}</Button>}
      />
    );
  }
  if (layers.length === 0) {
    return (
      <EmptyState icon={<IconMap2 />} title={t('MAP.NO_BASE_LAYERS')} text={t('MAP.NO_BASE_LAYERS_TEXT')} />
    );
  }
  const overlays = listOverlays(layers, visibleIds);
  const groupSections = groups.map(({ name, items }) => {
    const visibleCount = items.filter(({ id }) => visibleIds.includes(id)).length;
    return (
      <LayerGroupSection
        key={name}
        name={name}
        visibleCount={visibleCount}
        isOpen={folds.isOpen(name)}
        onToggle={() => folds.toggle(name)}
      >
        {items.map((layer) => (
          <BaseLayerRow
            key={layer.id}
            layer={layer}
            isVisible={visibleIds.includes(layer.id)}
            isBroken={brokenIds.has(layer.id)}
            onToggle={() => toggle(layer)}
          />
        ))}
      </LayerGroupSection>
    );
  });
  return (
    <>
      {overlays.length > 0 && <OverlayOrder overlays={overlays} onRaise={raise} />}
      {groupSections}
      <NoBaseMapRow isSelected={visibleIds.includes(NO_BASE_MAP_ID)} onSelect={hideBaseMap} />
    </>
  );
}

function LoadingRows() {
  return (
    <div aria-hidden="true" className={classes.loading}>
      {[48, 62, 55].map((width) => (
        <Skeleton key={width} height={12} width={`${width}%`} my={10} />
      ))}
    </div>
  );
}
