import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { Tooltip } from '../../ui/popovers/index.ts';

interface HeaderButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly isExpanded?: boolean;
  readonly isActive?: boolean;
  readonly onClick: () => void;
}

/** A button of the header with its name as a tooltip. */
export function HeaderButton({ label, icon, isExpanded, isActive = false, onClick }: HeaderButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        aria-expanded={isExpanded}
        {...(isActive && { variant: 'light', color: 'daugava' })}
        onClick={onClick}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
