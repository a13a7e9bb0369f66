import { useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { baseLayersQuery } from '../../../layers/layerQueries.ts';
import { type Sample, SamplePreviewMap } from '../../../map/preview/index.ts';
import { useSession } from '../../session/index.ts';
import classes from '../imports.module.css';

/** A small map with shapes that are not saved. */
export function SampleMap({ sample, label }: { readonly sample: Sample; readonly label: string }) {
  const { user } = useSession();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<SamplePreviewMap | null>(null);
  const layers = useQuery(baseLayersQuery(user?.userId ?? null)).data;
  const baseLayer = layers?.find(({ overlay }) => !overlay);
  useEffect(() => {
    if (container.current === null) return;
    const created = new SamplePreviewMap(container.current, { baseLayer, scheme });
    setMap(created);
    return () => created.dispose();
  }, [baseLayer, scheme]);
  const { shapes, isFar: isAway } = sample;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the extents change with the shapes.
  useEffect(() => map?.show(sample), [map, shapes, isAway]);
  return <div ref={container} className={classes.map} role="img" aria-label={label} />;
}
