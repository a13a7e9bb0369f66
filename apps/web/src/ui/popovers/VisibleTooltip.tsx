import { Tooltip, type TooltipProps } from '@mantine/core';

interface VisibleTooltipProps extends Pick<TooltipProps, 'label' | 'position'> {
  readonly target: HTMLElement;
}

export default function VisibleTooltip(props: VisibleTooltipProps) {
  return <Tooltip opened {...props} />;
}
