import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

interface IconButtonProps extends ActionIconProps {
  /** The tooltip, and what screen readers say. */
  readonly label: string;
  readonly children: ReactNode;
  readonly onClick: () => void;
}

/** A button that is only an icon. */
export function IconButton({ label, children, ...rest }: IconButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} {...rest}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
