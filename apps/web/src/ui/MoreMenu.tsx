import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface MoreMenuProps {
  /** Names what the actions are about. */
  readonly label: string;
  /** Items of a `Menu`. */
  readonly children: ReactNode;
}

/** Three dots, behind which the rarer actions of a row wait. */
export function MoreMenu({ label, children }: MoreMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={label}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
