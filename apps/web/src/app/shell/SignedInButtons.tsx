import { IconLayoutSidebar } from '@tabler/icons-react';
import { useTexts } from '../../i18n/index.ts';
import { useTypedAddresses } from '../../ui/unsaved-work/index.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { HeaderButton } from './HeaderButton.tsx';
import { layout, useLayoutState } from './layoutState.ts';
import type { AccountMenuProps } from './OpenedAccountMenu.tsx';

/** Buttons of the header that visitors never load. */
export { NoticeBell } from '../../features/notices/index.ts';

export function SidebarButton() {
  const { t } = useTexts();
  const { isSidebarVisible } = useLayoutState();
  return (
    <HeaderButton
      label={t(isSidebarVisible ? 'SHELL.HIDE_MENU' : 'SHELL.SHOW_MENU')}
      isExpanded={isSidebarVisible}
      onClick={layout.toggleSidebar}
      icon={<IconLayoutSidebar size={18} />}
    />
  );
}

export function Account(props: AccountMenuProps) {
  // From the first page on, so that Back from a typed address asks, too. For visitors, whose code is at its limit, forms do so.
  useTypedAddresses();
  return <AccountMenu {...props} />;
}
