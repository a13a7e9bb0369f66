import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { CompanyId, UnitId, UserGroupId, UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import {
  closed,
  EmptyBody,
  emailPattern,
  LanguageSchema,
  Moment,
  nullable,
  trimmedText,
} from '../primitives.ts';

export const userStatuses = ['invited', 'enabled', 'disabled'] as const;
export type UserStatus = (typeof userStatuses)[number];

/** D-USER-01: an account. */
export const User = Type.Object({
  id: UserId,
  email: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  phone: Type.String(),
  position: Type.String(),
  companyId: CompanyId,
  language: LanguageSchema,
  status: Type.Union([Type.Literal('invited'), Type.Literal('enabled'), Type.Literal('disabled')]),
  firstLogin: Type.Boolean(),
  lastLoginAt: nullable(Moment),
  lastActivityAt: nullable(Moment),
  createdAt: Moment,
  groupIds: Type.Array(UserGroupId),
});
export type User = Static<typeof User>;

/** Name for the user menu, lists and the log; the e-mail where no name was given. */
export const userNameOf = ({
  firstName,
  lastName,
  email,
}: Pick<User, 'firstName' | 'lastName' | 'email'>): string => `${firstName} ${lastName}`.trim() || email;

const newPassword = Type.String({ minLength: 1, maxLength: 1024 });
const userId = Type.Object({ userId: UserId });

export const getUser = defineCall({
  name: 'getUser',
  method: 'GET',
  path: '/api/v1/user/:userId',
  summary: 'One user: oneself, or a user of the company for a module Admin',
  tag: 'users',
  policy: { audience: 'firstLoginToo' },
  params: userId,
  reply: { status: 200, schema: User },
});

const personName = trimmedText(0, limits.personNameLength);
const email = Type.Unsafe<string>({
  ...trimmedText(3, limits.accountEmailLength),
  pattern: emailPattern,
});
const groupIds = Type.Array(UserGroupId, { maxItems: limits.userGroups, uniqueItems: true });

const userSorts = ['name', 'email', 'status', 'lastActivityAt', 'createdAt'] as const;
export type UserSort = (typeof userSorts)[number] | `-${(typeof userSorts)[number]}`;
const UserStatusSchema = Type.Union([
  Type.Literal('invited'),
  Type.Literal('enabled'),
  Type.Literal('disabled'),
]);

const UserRow = Type.Object({ ...User.properties, canManage: Type.Boolean() });
export type UserRow = Static<typeof UserRow>;

export const listUsers = defineCall({
  name: 'listUsers',
  method: 'GET',
  path: '/api/v1/user',
  summary: 'Users of the company; for a unit Admin those who hold a grant in their units',
  tag: 'users',
  policy: { audience: 'signedIn', right: 'manageUsers' },
  query: closed({
    /** Part of a name, an e-mail or a position. */
    _q: Type.Optional(trimmedText(0, limits.personNameLength)),
    _status: Type.Optional(UserStatusSchema),
    _group: Type.Optional(UserGroupId),
    /** Page number from 1. */
    _page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    _size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    /** Descending with `-` in front. */
    _sort: Type.Optional(
      Type.Unsafe<UserSort>({ type: 'string', enum: userSorts.flatMap((key) => [key, `-${key}`]) }),
    ),
  }),
  reply: { status: 200, schema: Type.Object({ items: Type.Array(UserRow), total: Type.Integer() }) },
});

export const addUser = defineCall({
  name: 'addUser',
  method: 'POST',
  path: '/api/v1/user',
  summary: 'Add a user: without a password they are invited by mail, with one they start with firstLogin',
  tag: 'users',
  policy: { audience: 'signedIn', right: 'manageUsers' },
  body: closed({
    email,
    firstName: personName,
    lastName: personName,
    phone: Type.Optional(personName),
    position: Type.Optional(personName),
    language: Type.Optional(LanguageSchema),
    groupIds,
    password: Type.Optional(newPassword),
  }),
  reply: { status: 201, schema: Type.Object({ id: UserId }) },
  errors: ['EMAIL_TAKEN', 'INVALID_PASSWORD'],
});

export const editUser = defineCall({
  name: 'editUser',
  method: 'PATCH',
  path: '/api/v1/user/:userId',
  summary: 'Own name, phone and language; for an Admin also e-mail, position and groups',
  tag: 'users',
  policy: { audience: 'signedIn' },
  params: userId,
  body: closed({
    email: Type.Optional(email),
    firstName: Type.Optional(personName),
    lastName: Type.Optional(personName),
    phone: Type.Optional(personName),
    position: Type.Optional(personName),
    language: Type.Optional(LanguageSchema),
    groupIds: Type.Optional(groupIds),
  }),
  reply: { status: 200, schema: User },
  errors: ['EMAIL_TAKEN', 'LAST_ADMIN'],
});

export const setUserStatus = defineCall({
  name: 'setUserStatus',
  method: 'POST',
  path: '/api/v1/user/:userId/status/:userStatus',
  summary: 'Enable or disable a user; disabling ends their sessions',
  tag: 'users',
  policy: { audience: 'signedIn', right: 'manageUsers' },
  params: Type.Object({
    userId: UserId,
    userStatus: Type.Union([Type.Literal('enabled'), Type.Literal('disabled')]),
  }),
  body: EmptyBody,
  reply: { status: 204 },
  errors: ['LAST_ADMIN', 'OWN_ACCOUNT'],
});

export const deleteUser = defineCall({
  name: 'deleteUser',
  method: 'DELETE',
  path: '/api/v1/user/:userId',
  summary: 'Remove the personal data of a user, from the log too; their actions stay, done by “Deleted user”',
  tag: 'users',
  policy: { audience: 'signedIn', right: 'manageUsers' },
  params: userId,
  reply: { status: 204 },
  errors: ['LAST_ADMIN', 'OWN_ACCOUNT'],
});

export const inviteAgain = defineCall({
  name: 'inviteAgain',
  method: 'POST',
  path: '/api/v1/user/:userId/invitation',
  summary: 'Send a new invitation to a user who has not set a password yet; the former link ends',
  tag: 'users',
  policy: { audience: 'signedIn', right: 'manageUsers' },
  params: userId,
  body: EmptyBody,
  reply: { status: 204 },
  errors: ['NOT_INVITED'],
});

/** Level of a user in a unit and the groups it comes from; `viaUnitId` is the unit that the group names. */
const EffectivePermission = Type.Object({
  unitId: UnitId,
  unitName: Type.String(),
  level: Type.Union([Type.Literal('Read'), Type.Literal('Write'), Type.Literal('Admin')]),
  sources: Type.Array(Type.Object({ groupId: UserGroupId, groupName: Type.String(), viaUnitId: UnitId })),
});
export type EffectivePermission = Static<typeof EffectivePermission>;

export const getEffectivePermissions = defineCall({
  name: 'getEffectivePermissions',
  method: 'GET',
  path: '/api/v1/user/:userId/effective-permissions',
  summary: 'Per unit the level a user holds, and which group gave it',
  tag: 'users',
  policy: { audience: 'signedIn' },
  params: userId,
  reply: { status: 200, schema: Type.Array(EffectivePermission) },
});

const UserSession = Type.Object({
  id: Type.String(),
  createdAt: Moment,
  expiresAt: Moment,
  address: Type.String(),
  userAgent: Type.String(),
  isCurrent: Type.Boolean(),
});
export type UserSession = Static<typeof UserSession>;

export const listUserSessions = defineCall({
  name: 'listUserSessions',
  method: 'GET',
  path: '/api/v1/user/:userId/sessions',
  summary: 'Living sessions of a user, newest first',
  tag: 'users',
  policy: { audience: 'signedIn' },
  params: userId,
  reply: { status: 200, schema: Type.Array(UserSession) },
});

export const endUserSessions = defineCall({
  name: 'endUserSessions',
  method: 'DELETE',
  path: '/api/v1/user/:userId/sessions',
  summary: 'End all sessions of a user but the one that asks',
  tag: 'users',
  policy: { audience: 'signedIn' },
  params: userId,
  reply: { status: 204 },
});

export const changePassword = defineCall({
  name: 'changePassword',
  method: 'PUT',
  path: '/api/v1/user/:userId',
  summary: 'Change one’s own password; ends one’s other sessions',
  tag: 'users',
  policy: { audience: 'firstLoginToo' },
  params: userId,
  body: closed({ oldPassword: newPassword, newPassword }),
  reply: { status: 204 },
  errors: ['WRONG_OLD_PASSWORD', 'INVALID_PASSWORD', 'TOO_MANY_ATTEMPTS'],
});

/** Lets the form say for whom the password is, or that the link is worthless, before one is typed. */
export const getPasswordLink = defineCall({
  name: 'getPasswordLink',
  method: 'GET',
  path: '/api/v1/user/new/:token',
  summary: 'The account of an invitation or a reset mail; the link stays usable',
  tag: 'users',
  policy: { audience: 'ignoresSession' },
  params: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
  reply: { status: 200, schema: Type.Object({ email: Type.String() }) },
  errors: ['INVALID_LINK'],
});

export const setPasswordByLink = defineCall({
  name: 'setPasswordByLink',
  method: 'PUT',
  path: '/api/v1/user/new/:token',
  summary: 'Set a password with the token of an invitation or a reset mail (one use)',
  tag: 'users',
  policy: { audience: 'ignoresSession' },
  params: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
  body: closed({ newPassword }),
  reply: { status: 204 },
  errors: ['INVALID_LINK', 'INVALID_PASSWORD'],
});

export const resendPassword = defineCall({
  name: 'resendPassword',
  method: 'POST',
  path: '/api/v1/user/resend-password',
  summary: 'Send a reset link; answers the same whether or not the address is known',
  tag: 'users',
  policy: { audience: 'ignoresSession' },
  body: closed({ email: trimmedText(1, limits.accountEmailLength) }),
  reply: { status: 200, schema: Type.Object({}) },
});
