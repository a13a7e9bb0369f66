import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Tooltip } from './popovers/index.ts';

interface IconButtonProps extends ActionIconProps {
  /** Text of the tooltip and accessible name. */
  readonly label: string;
  readonly children: ReactNode;
  readonly onClick: () => void;
}

/** A button with only an icon. */
export function IconButton({ label, children, ...rest }: IconButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} {...rest}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
