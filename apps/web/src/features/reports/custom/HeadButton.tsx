import { ActionIcon, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIsBelow } from '../../../ui/screenWidth.ts';

interface HeadButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onClick: () => void;
}

/** In the head of a report; on a phone its icon says enough. */
export function HeadButton({ label, icon, onClick }: HeadButtonProps) {
  if (useIsBelow('narrow'))
    return (
      <ActionIcon variant="default" aria-label={label} onClick={onClick}>
        {icon}
      </ActionIcon>
    );
  return (
    <Button variant="default" leftSection={icon} onClick={onClick}>
      {label}
    </Button>
  );
}
