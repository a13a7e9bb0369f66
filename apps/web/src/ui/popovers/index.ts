export { lazyPopover, type OpenedPopoverProps } from './lazyPopover.ts';
export { Tooltip } from './Tooltip.tsx';
export { TooltipHost } from './TooltipHost.tsx';
export { useOpenedPopover } from './useOpenedPopover.ts';
