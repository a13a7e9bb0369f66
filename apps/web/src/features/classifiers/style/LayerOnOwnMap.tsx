import { useComputedColorScheme } from '@mantine/core';
import { getLayerExtent, listMapLayers } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '../../../api/index.ts';
import { useTexts } from '../../../i18n/index.ts';
import { LayerPreviewMap } from '../../../map/index.ts';
import { useSession } from '../../session/index.ts';
import { previewLoader } from './loadPreview.ts';
import type { StyleDraft } from './StyleDraft.ts';
import classes from './StylePanel.module.css';

/** So long after the last change the server draws the layer anew. */
const REST_MS = 500;

interface LayerOnOwnMapProps {
  readonly layerId: number;
  readonly draft: StyleDraft;
}

/** The real layer in the look that it has in the editor, on a small map: for pages that have no map. */
export function LayerOnOwnMap({ layerId, draft }: LayerOnOwnMapProps) {
  const { t } = useTexts();
  const { user } = useSession();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const place = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<LayerPreviewMap | null>(null);
  const [isFailed, setFailed] = useState(false);
  const extent = useQuery({
    queryKey: ['layer-extent', layerId],
    queryFn: ({ signal }) =>
      callApi(getLayerExtent, { params: { classifierId: layerId }, query: {}, signal }),
    gcTime: 0,
  }).data?.extent;
  const layers = useQuery({
    queryKey: ['map-layers', user?.userId ?? null],
    queryFn: ({ signal }) => callApi(listMapLayers, { signal }),
    staleTime: 5 * 60_000,
  }).data;
  const baseLayer = layers?.find(({ overlay }) => !overlay);

  useEffect(() => {
    if (place.current === null || !extent || layers === undefined) return;
    const made = new LayerPreviewMap(place.current, {
      layerId,
      extent,
      baseLayer,
      scheme,
      onFailed: setFailed,
    });
    setShown(made);
    return () => {
      setShown(null);
      made.dispose();
    };
  }, [layerId, extent, layers, baseLayer, scheme]);
  const { fallback, rules } = draft;
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => shown.show(previewLoader({ fallback, rules })), REST_MS);
    return () => clearTimeout(timer);
  }, [shown, fallback, rules]);
  if (extent === null) return <p className={classes.note}>{t('STYLE.NO_OBJECTS')}</p>;
  return (
    <>
      <div className={classes.title}>{t('STYLE.LAYER_PREVIEW')}</div>
      <div ref={place} role="img" aria-label={t('STYLE.LAYER_PREVIEW')} className={classes.ownMap} />
      {isFailed && <p className={classes.note}>{t('STYLE.LAYER_PREVIEW_FAILED')}</p>}
    </>
  );
}
