import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface MoreMenuProps {
  /** Accessible name, with the subject of the actions. */
  readonly label: string;
  /** Items of a `Menu`. */
  readonly children: ReactNode;
}

/** A menu behind three dots, with the less common actions of a row. */
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
