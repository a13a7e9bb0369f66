import { Navigate } from '@tanstack/react-router';
import { useSession } from '../../features/session/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { navItems } from '../navigation/navItems.ts';
import { visibleItems } from '../navigation/navVisibility.ts';
import { usePlace } from '../router/place.ts';
import { NoAccessScreen } from './NoAccessScreen.tsx';

/** The address of a part of the menu leads to the first of its pages that the session may open. */
export default function SectionStart() {
  const session = useSession();
  const { language } = useTexts();
  const place = usePlace();
  const section = visibleItems(navItems, session).find(({ url }) => url === place);
  const first = section?.children?.[0]?.url;
  return first === undefined ? <NoAccessScreen /> : <Navigate to={`/${language}${first}`} replace />;
}
