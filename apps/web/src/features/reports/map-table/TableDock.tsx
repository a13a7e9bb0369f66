import { Suspense, useEffect } from 'react';
import { useMap } from '../../../map/index.ts';
import { useStore } from '../../../store/useStore.ts';
import { announceLayoutChange } from '../../../ui/layoutChanges.ts';
import { LoadFailureNote, lazyPart } from '../../../ui/lazy-parts/index.ts';
import { DockFrame } from './DockFrame.tsx';
import { openedTable } from './openedTable.ts';

/** Loads when the first table is opened. */
const MapTable = lazyPart(
  async () => ({ default: (await import('./MapTable.tsx')).MapTable }),
  LoadFailureNote,
);

/** The table of a layer, docked below the map; renders nothing while none is open. */
export default function TableDock() {
  const map = useMap();
  const layer = useStore(openedTable, (opened) => opened.layer);
  const isOpen = layer !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: this changes the size of the map.
  useEffect(announceLayoutChange, [isOpen]);
  useEffect(() => () => void map.mark(null), [map]);
  return (
    layer && (
      <DockFrame layer={layer}>
        <Suspense>
          <MapTable key={layer.id} layer={layer} />
        </Suspense>
      </DockFrame>
    )
  );
}
