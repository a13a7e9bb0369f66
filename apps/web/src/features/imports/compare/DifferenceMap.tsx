import { useComputedColorScheme } from '@mantine/core';
import type { Difference } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { baseLayersQuery } from '../../../layers/layerQueries.ts';
import { DifferencePreviewMap } from '../../../map/preview/index.ts';
import { useSession } from '../../session/index.ts';
import own from './compare.module.css';
import { kindMarks } from './kindLabels.ts';

interface DifferenceMapProps {
  readonly items: readonly Difference[];
  readonly focused: Difference | null;
  readonly label: string;
}

/** The listed differences on a small map; the focused one with its old shape. */
export function DifferenceMap({ items, focused, label }: DifferenceMapProps) {
  const { user } = useSession();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<DifferencePreviewMap | null>(null);
  const layers = useQuery(baseLayersQuery(user?.userId ?? null)).data;
  const baseLayer = layers?.find(({ overlay }) => !overlay);
  useEffect(() => {
    if (container.current === null) return;
    const created = new DifferencePreviewMap(container.current, { baseLayer, scheme });
    setMap(created);
    return () => created.dispose();
  }, [baseLayer, scheme]);
  useEffect(() => map?.show(items.map((item) => ({ ...item, mark: kindMarks[item.kind] }))), [map, items]);
  useEffect(() => map?.focus(focused), [map, focused]);
  return <div ref={container} className={own.map} role="img" aria-label={label} />;
}
