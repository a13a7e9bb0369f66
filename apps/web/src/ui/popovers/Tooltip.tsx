import { cloneElement, type MouseEvent, type ReactElement } from 'react';

interface TooltipProps {
  readonly label: string;
  readonly position?: 'top' | 'left' | 'right';
  readonly disabled?: boolean;
  /** An element, or a component that passes `data-` attributes on to its element. */
  readonly children: ReactElement<ElementProps>;
}

interface ElementProps {
  readonly className?: string;
  readonly onClick?: (event: MouseEvent<HTMLElement>) => void;
  readonly 'aria-label'?: string;
}

/**
 * Marks an element for `TooltipHost`, which shows the text while the mouse rests on it; a text that is not its name
 * describes it to everybody else. The target of a popover passes props to its child: they go to the element, too.
 */
export function Tooltip({
  label,
  position = 'top',
  disabled = false,
  children,
  className,
  onClick,
  ...rest
}: TooltipProps & ElementProps) {
  const own = children.props;
  const marks = disabled ? {} : { 'data-tooltip': label, 'data-tooltip-position': position };
  const name = own['aria-label'];
  const joined = [className, own.className].filter(Boolean).join(' ');
  return cloneElement(children, {
    ...marks,
    ...(!disabled && name !== undefined && name !== label && { 'aria-description': label }),
    ...rest,
    ...(joined !== '' && { className: joined }),
    ...(onClick && {
      onClick: (event: MouseEvent<HTMLElement>) => {
        own.onClick?.(event);
        onClick(event);
      },
    }),
  });
}
