import { IconHelpCircle, IconLayoutSidebarRight, IconLogin2, IconMenu2 } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useSession } from '../../features/session/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { readSettings } from '../../settings/index.ts';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { lazyPart } from '../../ui/lazy-parts/index.ts';
import { useIsBelow } from '../../ui/screenWidth.ts';
import { LangLink } from '../router/LangLink.tsx';
import { useIsMapRoute } from '../router/useIsMapRoute.ts';
import { ColorSchemeToggle } from './ColorSchemeToggle.tsx';
import classes from './Header.module.css';
import { HeaderButton } from './HeaderButton.tsx';
import { type InfoDialog, InfoDialogs } from './InfoDialogs.tsx';
import { LanguageButtons } from './language/LanguageButtons.tsx';
import { LanguageMenu } from './language/LanguageMenu.tsx';
import { layout, useLayoutState } from './layoutState.ts';

const CompanyLogo = lazyPart(() => import('../../features/profile/CompanyLogo.tsx'));
const loadSignedIn = () => import('./SignedInButtons.tsx');
const SidebarButton = lazyPart(async () => ({ default: (await loadSignedIn()).SidebarButton }));
const NoticeBell = lazyPart(async () => ({ default: (await loadSignedIn()).NoticeBell }));
const Account = lazyPart(async () => ({ default: (await loadSignedIn()).Account }));

export function Header() {
  const { t } = useTexts();
  const { user } = useSession();
  const isMapRoute = useIsMapRoute();
  const isNarrow = useIsBelow('narrow');
  const { aside, isDrawerOpen } = useLayoutState();
  const [dialog, setDialog] = useState<InfoDialog | null>(null);
  const isAsideVisible = aside !== 'hidden';

  return (
    <header className={classes.header}>
      {user !== null && isNarrow && (
        <HeaderButton
          label={t('SHELL.OPEN_MENU')}
          isExpanded={isDrawerOpen}
          onClick={layout.toggleDrawer}
          icon={<IconMenu2 size={20} />}
        />
      )}
      <Brand companyId={user?.companyId} />
      {user !== null && !isNarrow && (
        <Suspense>
          <SidebarButton />
        </Suspense>
      )}
      <span className={classes.grow} />
      {user !== null && (
        <Suspense fallback={<span className={classes.bell} />}>
          <NoticeBell userId={user.userId} />
        </Suspense>
      )}
      <HeaderButton
        label={t('SHELL.HELP')}
        onClick={() => setDialog('help')}
        icon={<IconHelpCircle size={isNarrow ? 20 : 18} />}
      />
      {user === null && <ColorSchemeToggle />}
      {isNarrow ? (
        <LanguageMenu isShort />
      ) : (
        <>
          <span className={classes.rule} />
          <LanguageButtons />
          <span className={classes.rule} />
        </>
      )}
      {user === null ? (
        <SignInButton isShort={isNarrow} />
      ) : (
        <Suspense fallback={<AccountSpace name={isNarrow ? null : user.permissions.userName} />}>
          <Account user={user} isShort={isNarrow} onProfile={() => setDialog('profile')} />
        </Suspense>
      )}
      {isMapRoute && (
        // On a phone the handle of the sheet does the same.
        <div className={classes.asideToggle}>
          {!isNarrow && <span className={classes.rule} />}
          <HeaderButton
            label={t(isAsideVisible ? 'SHELL.HIDE_ASIDE' : 'SHELL.SHOW_ASIDE')}
            isExpanded={isAsideVisible}
            isActive={isAsideVisible}
            onClick={layout.toggleAside}
            icon={<IconLayoutSidebarRight size={18} />}
          />
        </div>
      )}
      <InfoDialogs open={dialog} onClose={() => setDialog(null)} />
    </header>
  );
}

/** HEAD-01: the brand, for signed-in users with the logo of their company. */
function Brand({ companyId }: { readonly companyId: number | undefined }) {
  const { t } = useTexts();
  const { isSidebarMinimised } = useLayoutState();
  const previousRoute = useLocation({ select: ({ pathname }) => pathname });
  const { defaultRoute, companyName } = readSettings();
  return (
    <LangLink
      to={`/${defaultRoute}`}
      search={{ previousRoute }}
      className={classes.brand}
      title={t('SHELL.BRAND')}
    >
      <BrandMark />
      {!isSidebarMinimised && <span>PGIS</span>}{' '}
      {companyId !== undefined && (
        <Suspense>
          <CompanyLogo companyId={companyId} />
        </Suspense>
      )}
      {!isSidebarMinimised && companyName !== '' && <span className={classes.company}>{companyName}</span>}
    </LangLink>
  );
}

/** HEAD-04. */
function SignInButton({ isShort }: { readonly isShort: boolean }) {
  const { t } = useTexts();
  return (
    <LangLink to="/auth/login" className={classes.languageButton} aria-label={t('SHELL.SIGN_IN')}>
      <IconLogin2 size={isShort ? 20 : 18} />
      {!isShort && <span>{t('SHELL.SIGN_IN')}</span>}
    </LangLink>
  );
}

/** A place as wide as the button of the account, so that the buttons beside it do not move when it arrives. */
function AccountSpace({ name }: { readonly name: string | null }) {
  return (
    <span className={classes.user} data-pending>
      <span className={classes.avatar} />
      {name !== null && (
        <>
          <span className={classes.userName}>{name}</span>
          <span className={classes.chevron} />
        </>
      )}
    </span>
  );
}
