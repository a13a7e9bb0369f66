import * as calls from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { route } from '../../http/route.ts';
import { deleteUser } from './anonymiseUser.ts';
import { getEffectivePermissions } from './effectivePermissions.ts';
import { getVisibleUser, requireSelf } from './getVisibleUser.ts';
import { listVisibleUsers } from './listVisibleUsers.ts';
import { addUserByAdmin, editUser, setUserStatus } from './manageUsers.ts';
import { changePassword, getPasswordLink, setPasswordByLink } from './passwords/changePassword.ts';
import { inviteAgain } from './passwords/invitation.ts';
import { resendPassword } from './passwords/resendPassword.ts';
import { getPreferences, replacePreferences } from './preferences.ts';
import { endUserSessions, listUserSessions } from './userSessions.ts';

export function userRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, calls.getUser, ({ actor, params }) => getVisibleUser(deps, actor, params.userId));

  route(app, calls.listUsers, ({ actor, query }) => listVisibleUsers(deps, actor, query));

  route(app, calls.addUser, async ({ actor, body, id }) => ({
    id: await addUserByAdmin(deps, actor, { body, requestId: id }),
  }));

  route(app, calls.inviteAgain, ({ actor, params: { userId }, id }) =>
    inviteAgain(deps, actor, { userId, requestId: id }),
  );

  route(app, calls.editUser, ({ actor, params: { userId }, body, id }) =>
    editUser(deps, actor, { userId, body, requestId: id }),
  );

  route(app, calls.setUserStatus, ({ actor, params: { userId, userStatus }, id }) =>
    setUserStatus(deps, actor, { userId, status: userStatus, requestId: id }),
  );

  route(app, calls.deleteUser, ({ actor, params: { userId }, id }) =>
    deleteUser(deps, actor, { userId, requestId: id }),
  );

  route(app, calls.getEffectivePermissions, ({ actor, params }) =>
    getEffectivePermissions(deps, actor, params.userId),
  );

  route(app, calls.listUserSessions, ({ actor, params }) => listUserSessions(deps, actor, params.userId));
  route(app, calls.endUserSessions, ({ actor, params, id }) =>
    endUserSessions(deps, actor, { userId: params.userId, requestId: id }),
  );

  route(app, calls.changePassword, async ({ actor, params, body, id }) => {
    await requireSelf(deps, actor, params.userId);
    await changePassword(deps, actor, { ...body, requestId: id });
  });

  route(app, calls.getPasswordLink, ({ params }) => getPasswordLink(deps, params));
  route(app, calls.setPasswordByLink, async ({ params, body, ip, id }) => {
    await setPasswordByLink(deps, { ...params, ...body }, { address: ip, requestId: id });
  });

  route(app, calls.resendPassword, ({ body, ip, id, log }) => {
    deps.background.run('asking for a reset mail', log, () =>
      resendPassword(deps, body.email, { address: ip, requestId: id }),
    );
    return {};
  });

  route(app, calls.getPreferences, ({ actor, params }) => getPreferences(deps, actor, params.userId));

  route(app, calls.putPreferences, ({ actor, params, body }) =>
    replacePreferences(deps, actor, { userId: params.userId, preferences: body }),
  );
}
