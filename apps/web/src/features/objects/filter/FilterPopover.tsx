import { Popover } from '@mantine/core';
import { cloneElement } from 'react';
import { type OpenedPopoverProps, useOpenedPopover } from '../../../ui/popovers/index.ts';
import type { Layer } from '../useLayerList.ts';
import LayerFilterForm from './LayerFilterForm.tsx';
import { type FilterValues, noFilter, setLayerFilter } from './layerFilters.ts';
import { useLayerFilter } from './useLayerFilter.ts';

/** The form of the object filter, below its button. */
export default function FilterPopover({ button, layer }: OpenedPopoverProps & { readonly layer: Layer }) {
  const { buttonProps, isOpen, setOpen } = useOpenedPopover();
  const filter = useLayerFilter(layer);
  // OFLT-05: submitting and clearing both apply the filter and close the popover.
  const emit = (values: FilterValues) => {
    setLayerFilter(layer.id, values);
    setOpen(false);
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      shadow="md"
      radius="md"
      width={280}
      offset={6}
      trapFocus
      returnFocus
      withinPortal
      zIndex="var(--z-popover)"
    >
      <Popover.Target>
        {cloneElement(button, { ...buttonProps, onClick: () => setOpen(!isOpen) })}
      </Popover.Target>
      <Popover.Dropdown>
        <LayerFilterForm layer={layer} filter={filter ?? noFilter} onEmit={emit} />
      </Popover.Dropdown>
    </Popover>
  );
}
