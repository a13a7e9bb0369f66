import { ActionIcon, Button } from '@mantine/core';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Tooltip } from '../../../ui/popovers/index.ts';
import { useIsBelow } from '../../../ui/screenWidth.ts';

interface CompactButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children' | 'color' | 'style'> {
  readonly label: string;
  readonly icon: ReactNode;
  readonly variant?: 'default' | 'filled' | 'light' | 'subtle';
  readonly size?: 'xs' | 'sm';
}

/** A button in a row of buttons; on a phone only its icon. */
export function CompactButton({
  label,
  icon,
  variant = 'default',
  size = 'sm',
  ...others
}: CompactButtonProps) {
  if (useIsBelow('narrow'))
    return (
      <Tooltip label={label}>
        <ActionIcon variant={variant} aria-label={label} {...others}>
          {icon}
        </ActionIcon>
      </Tooltip>
    );
  return (
    <Button variant={variant} size={size} leftSection={icon} {...others}>
      {label}
    </Button>
  );
}
