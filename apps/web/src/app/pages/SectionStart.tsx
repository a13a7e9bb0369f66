import { Navigate } from '@tanstack/react-router';
import { useSession } from '../../features/session/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { navItems } from '../navigation/navItems.ts';
import { visibleItems } from '../navigation/navVisibility.ts';
import { useAppPath } from '../router/appPath.ts';
import { NoAccessScreen } from './NoAccessScreen.tsx';

/** The address of a menu section opens the first of its pages that the session may open. */
export default function SectionStart() {
  const session = useSession();
  const { language } = useTexts();
  const path = useAppPath();
  const section = visibleItems(navItems, session).find(({ url }) => url === path);
  const first = section?.children?.[0]?.url;
  return first === undefined ? <NoAccessScreen /> : <Navigate to={`/${language}${first}`} replace />;
}
