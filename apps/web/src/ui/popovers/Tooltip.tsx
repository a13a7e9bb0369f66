import { cloneElement, type ReactElement } from 'react';

interface TooltipProps {
  readonly label: string;
  readonly position?: 'top' | 'left' | 'right';
  readonly disabled?: boolean;
  /** An element, or a component that passes `data-` attributes on to its element. */
  readonly children: ReactElement<object>;
}

/** Marks an element for `TooltipHost`, which shows the text while the mouse rests on it. Other props go to the element. */
export function Tooltip({ label, position = 'top', disabled = false, children, ...rest }: TooltipProps) {
  const marks = disabled ? {} : { 'data-tooltip': label, 'data-tooltip-position': position };
  return cloneElement(children, { ...marks, ...rest });
}
