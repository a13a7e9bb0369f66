import type { Extent } from '@pgis/geo';
import { useState } from 'react';
import { type BulkChange, useBulkEdit } from '../../../objects/useBulkEdit.ts';
import { BulkBar } from './BulkBar.tsx';
import { BulkDialog } from './BulkDialog.tsx';
import type { TableLayer } from './openedTable.ts';
import type { RowSelection } from './useRowSelection.ts';

interface BulkActionsProps {
  readonly layer: TableLayer;
  readonly selection: RowSelection;
  readonly canChange: boolean;
  readonly onZoomTo: (extent: Extent) => void;
}

/** Zooms to the selected rows and changes them together. */
export function BulkActions({ layer, selection, canChange, onZoomTo }: BulkActionsProps) {
  const { mutate, isPending } = useBulkEdit(layer.id, layer.sourceId);
  const [isOpen, setOpen] = useState(false);
  const { selected } = selection;
  const extents = selected.flatMap(({ extent3857 }) => (extent3857 ? [extent3857] : []));
  const extent = unitedExtent(selection.extent3857 ? [...extents, selection.extent3857] : extents);
  const change = (requested: BulkChange) => {
    // The table holds the new versions of the rows that it has loaded, and of no others.
    const areRead = selected.every(({ extent3857 }) => extent3857 !== undefined);
    const onSuccess = () => {
      if (requested.kind === 'field' && !areRead) selection.clear();
      setOpen(false);
    };
    mutate({ objects: selected, change: requested }, { onSuccess });
  };
  return (
    <>
      <BulkBar
        count={selection.ids.size}
        canZoom={extent !== null}
        canChange={canChange}
        isReading={selection.isReading}
        onZoom={() => extent && onZoomTo(extent)}
        onChange={() => setOpen(true)}
        onClear={selection.clear}
      />
      {isOpen && (
        <BulkDialog
          layer={layer}
          count={selected.length}
          isSaving={isPending}
          onClose={() => setOpen(false)}
          onChange={change}
        />
      )}
    </>
  );
}

/** The extent that covers all given ones; null if there are none. */
const unitedExtent = (extents: readonly Extent[]): Extent | null =>
  extents.reduce<Extent | null>(
    (all, [minX, minY, maxX, maxY]) =>
      all === null
        ? [minX, minY, maxX, maxY]
        : [Math.min(all[0], minX), Math.min(all[1], minY), Math.max(all[2], maxX), Math.max(all[3], maxY)],
    null,
  );
