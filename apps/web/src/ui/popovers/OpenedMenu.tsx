import { Menu, type MenuProps } from '@mantine/core';
import { cloneElement } from 'react';
import type { OpenedPopoverProps } from './lazyPopover.ts';
import { useOpenedPopover } from './useOpenedPopover.ts';

/** A menu of `lazyPopover`; the children are its items. */
export function OpenedMenu({ button, children, ...rest }: OpenedPopoverProps & MenuProps) {
  const menu = useOpenedPopover();
  return (
    <Menu opened={menu.isOpen} onChange={menu.setOpen} {...rest}>
      <Menu.Target>{cloneElement(button, menu.buttonProps)}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
