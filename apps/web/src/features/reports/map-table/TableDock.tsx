import { lazy, Suspense, useEffect } from 'react';
import { useMap, useStore } from '../../../map/index.ts';
import { announceLayoutChange } from '../../../ui/layoutChanges.ts';
import { DockFrame } from './DockFrame.tsx';
import { openedTable } from './openedTable.ts';

/** Comes when the first one is opened. */
const MapTable = lazy(async () => ({ default: (await import('./MapTable.tsx')).MapTable }));

/** The table of a layer, docked under the map; nothing while none is open. */
export default function TableDock() {
  const map = useMap();
  const layer = useStore(openedTable, (opened) => opened.layer);
  const isOpen = layer !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the map has another size whenever this changes.
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
