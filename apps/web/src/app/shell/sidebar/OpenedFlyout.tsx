import { Menu } from '@mantine/core';
import { useTexts } from '../../../i18n/index.ts';
import type { OpenedPopoverProps } from '../../../ui/popovers/index.ts';
import { OpenedMenu } from '../../../ui/popovers/OpenedMenu.tsx';
import type { NavItem } from '../../navigation/NavItem.ts';
import { LangLink } from '../../router/LangLink.tsx';

export default function OpenedFlyout({ button, item }: OpenedPopoverProps & { readonly item: NavItem }) {
  const { t } = useTexts();
  const { name, children = [] } = item;
  return (
    <OpenedMenu button={button} position="right-start" width={200}>
      <Menu.Label>{t(name)}</Menu.Label>
      {children.map((child) => (
        <Menu.Item key={child.name} renderRoot={(props) => <LangLink to={child.url ?? '/'} {...props} />}>
          {t(child.name)}
        </Menu.Item>
      ))}
    </OpenedMenu>
  );
}
