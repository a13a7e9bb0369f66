import { Outlet } from '@tanstack/react-router';
import { useSession } from '../../features/session/index.ts';

/** Pages for signed-in users. When another tab signs out they are gone at once, before they ask for anything as a visitor. */
export const UsersOutlet = () => (useSession().isAnonymous ? null : <Outlet />);
