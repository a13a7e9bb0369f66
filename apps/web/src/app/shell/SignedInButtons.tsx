import { IconLayoutSidebar } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { NoticeBell } from '../../features/notices/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { useIsBelow } from '../../ui/screenWidth.ts';
import { useTypedAddresses } from '../router/useTypedAddresses.ts';
import { AccountMenu } from './AccountMenu.tsx';
import classes from './Header.module.css';
import { HeaderButton } from './HeaderButton.tsx';
import { layout, useLayoutState } from './layoutState.ts';
import type { AccountMenuProps } from './OpenedAccountMenu.tsx';

interface SignedInButtonsProps extends AccountMenuProps {
  /** Buttons that everybody has. */
  readonly children: ReactNode;
}

/** The buttons of the header with those of a signed-in user around them, which visitors never load. */
export default function SignedInButtons({ children, ...account }: SignedInButtonsProps) {
  const { t } = useTexts();
  const isNarrow = useIsBelow('narrow');
  const { isSidebarVisible } = useLayoutState();
  // Loads for signed-in users only: the code of the public map is at its limit.
  useTypedAddresses();
  return (
    <>
      {!isNarrow && (
        <HeaderButton
          label={t(isSidebarVisible ? 'SHELL.HIDE_MENU' : 'SHELL.SHOW_MENU')}
          isExpanded={isSidebarVisible}
          onClick={layout.toggleSidebar}
          icon={<IconLayoutSidebar size={18} />}
        />
      )}
      <span className={classes.grow} />
      <NoticeBell userId={account.user.userId} />
      {children}
      <AccountMenu {...account} />
    </>
  );
}
