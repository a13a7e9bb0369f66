import { useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../../i18n/index.ts';
import { layerExtentQuery } from '../../../../layers/layerEditorQueries.ts';
import { baseLayersQuery } from '../../../../layers/layerQueries.ts';
import { LayerPreviewMap } from '../../../../map/preview/index.ts';
import { useSession } from '../../../session/index.ts';
import type { StyleDraft } from '../draft/StyleDraft.ts';
import classes from '../StylePanel.module.css';
import { previewLoader } from './loadPreview.ts';

/** Delay after the last change before the server draws the layer again. */
const REST_MS = 500;

interface LayerOnOwnMapProps {
  readonly layerId: number;
  readonly draft: StyleDraft;
}

/** Previews the layer in the edited style on a small map, for pages without a map. */
export function LayerOnOwnMap({ layerId, draft }: LayerOnOwnMapProps) {
  const { t } = useTexts();
  const { user } = useSession();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const container = useRef<HTMLDivElement>(null);
  const [previewMap, setPreviewMap] = useState<LayerPreviewMap | null>(null);
  const [isFailed, setFailed] = useState(false);
  const extent = useQuery(layerExtentQuery(layerId)).data?.extent;
  const layers = useQuery(baseLayersQuery(user?.userId ?? null)).data;
  const baseLayer = layers?.find(({ overlay }) => !overlay);

  useEffect(() => {
    if (container.current === null || !extent || layers === undefined) return;
    const newMap = new LayerPreviewMap(container.current, {
      layerId,
      extent,
      baseLayer,
      scheme,
      onFailed: setFailed,
    });
    setPreviewMap(newMap);
    return () => {
      setPreviewMap(null);
      newMap.dispose();
    };
  }, [layerId, extent, layers, baseLayer, scheme]);
  const { fallback, rules } = draft;
  useEffect(() => {
    if (previewMap === null) return;
    const timer = setTimeout(() => previewMap.show(previewLoader({ fallback, rules })), REST_MS);
    return () => clearTimeout(timer);
  }, [previewMap, fallback, rules]);
  if (extent === null) return <p className={classes.note}>{t('STYLE.NO_OBJECTS')}</p>;
  return (
    <>
      <div className={classes.title}>{t('STYLE.LAYER_PREVIEW')}</div>
      <div ref={container} role="img" aria-label={t('STYLE.LAYER_PREVIEW')} className={classes.ownMap} />
      {isFailed && <p className={classes.note}>{t('STYLE.LAYER_PREVIEW_FAILED')}</p>}
    </>
  );
}
