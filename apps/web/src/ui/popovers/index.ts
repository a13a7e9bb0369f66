export { lazyPopover, type OpenedPopoverProps } from './lazyPopover.ts';
export { Tooltip } from './Tooltip.tsx';
export { preloadTooltip, TooltipHost } from './TooltipHost.tsx';
export { useOpenedPopover } from './useOpenedPopover.ts';
