import { Outlet } from '@tanstack/react-router';
import { useSession } from '../../features/session/index.ts';

/** Pages for signed-in users. They unmount as soon as another tab signs out, before they request anything as a visitor. */
export const UsersOutlet = () => (useSession().isAnonymous ? null : <Outlet />);
