import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { UnitId, UserGroupId } from '../ids.ts';
import { limits } from '../limits.ts';
import { closed, ignored, nullable, trimmedText } from '../primitives.ts';

const Level = Type.Union([Type.Literal('Read'), Type.Literal('Write'), Type.Literal('Admin')]);
const name = trimmedText(1, limits.groupNameLength);

/** A level in a unit, inherited by the units below it. */
const Grant = closed({ unitId: UnitId, level: Level });
export type Grant = Static<typeof Grant>;

/** A named set of users with grants and modules. */
const Group = Type.Object({
  id: UserGroupId,
  name: Type.String(),
  grants: Type.Array(Grant),
  /** Modules (PERM-02). */
  moduleAdmin: Type.Boolean(),
  hasCustomReports: Type.Boolean(),
  memberCount: Type.Integer(),
  /** False: the caller may see the group, but neither change it nor add users to it. */
  canManage: Type.Boolean(),
});
export type Group = Static<typeof Group>;

const GroupBody = closed({
  name,
  grants: Type.Array(Grant, { maxItems: limits.groupGrants }),
  moduleAdmin: Type.Optional(Type.Boolean()),
  hasCustomReports: Type.Optional(Type.Boolean()),
  ...ignored('id', 'memberCount', 'canManage'),
});
export type GroupBody = Static<typeof GroupBody>;

const groupId = Type.Object({ groupId: UserGroupId });

export const listGroups = defineCall({
  name: 'listGroups',
  method: 'GET',
  path: '/api/v1/groups',
  summary: 'Groups of the company; for a unit Admin those with a grant in their units',
  tag: 'users',
  policy: { audience: 'signedIn', right: 'manageUsers' },
  reply: { status: 200, schema: Type.Array(Group) },
});

export const getGroup = defineCall({
  name: 'getGroup',
  method: 'GET',
  path: '/api/v1/groups/:groupId',
  summary: 'One group',
  tag: 'users',
  policy: { audience: 'signedIn', right: 'manageUsers' },
  params: groupId,
  reply: { status: 200, schema: Group },
});

export const addGroup = defineCall({
  name: 'addGroup',
  method: 'POST',
  path: '/api/v1/groups',
  summary: 'Add a group; a unit Admin grants their own units only, and no modules',
  tag: 'users',
  policy: { audience: 'signedIn', right: 'manageUsers' },
  body: GroupBody,
  reply: { status: 201, schema: Type.Object({ id: UserGroupId }) },
});

export const updateGroup = defineCall({
  name: 'updateGroup',
  method: 'PUT',
  path: '/api/v1/groups/:groupId',
  summary: 'Replace name, grants and modules of a group',
  tag: 'users',
  policy: { audience: 'signedIn', right: 'manageUsers' },
  params: groupId,
  body: GroupBody,
  reply: { status: 200, schema: Group },
  errors: ['LAST_ADMIN'],
});

export const deleteGroup = defineCall({
  name: 'deleteGroup',
  method: 'DELETE',
  path: '/api/v1/groups/:groupId',
  summary: 'Delete a group; its members keep what other groups give them',
  tag: 'users',
  policy: { audience: 'signedIn', right: 'manageUsers' },
  params: groupId,
  reply: { status: 204 },
  errors: ['LAST_ADMIN'],
});

/** A department; the one without a parent is the root of the company. */
const Unit = Type.Object({ id: UnitId, parentId: nullable(UnitId), name: Type.String() });
export type Unit = Static<typeof Unit>;

const UnitBody = closed({ name, parentId: UnitId, ...ignored('id') });
export type UnitBody = Static<typeof UnitBody>;
const unitId = Type.Object({ unitId: UnitId });

export const listUnits = defineCall({
  name: 'listUnits',
  method: 'GET',
  path: '/api/v1/units',
  summary: 'Units of the company; for a unit Admin those they administer',
  tag: 'users',
  policy: { audience: 'signedIn', right: 'manageUsers' },
  reply: { status: 200, schema: Type.Array(Unit) },
});

export const addUnit = defineCall({
  name: 'addUnit',
  method: 'POST',
  path: '/api/v1/units',
  summary: 'Add a unit below another',
  tag: 'users',
  policy: { audience: 'signedIn', right: 'manageUnits' },
  body: UnitBody,
  reply: { status: 201, schema: Type.Object({ id: UnitId }) },
});

export const updateUnit = defineCall({
  name: 'updateUnit',
  method: 'PUT',
  path: '/api/v1/units/:unitId',
  summary: 'Rename a unit, or move it below another; the root keeps its place',
  tag: 'users',
  policy: { audience: 'signedIn', right: 'manageUnits' },
  params: unitId,
  body: closed({ name, parentId: nullable(UnitId), ...ignored('id') }),
  reply: { status: 200, schema: Unit },
});

export const deleteUnit = defineCall({
  name: 'deleteUnit',
  method: 'DELETE',
  path: '/api/v1/units/:unitId',
  summary: 'Delete a unit that has no units below it and owns no layer group',
  tag: 'users',
  policy: { audience: 'signedIn', right: 'manageUnits' },
  params: unitId,
  reply: { status: 204 },
  errors: ['UNIT_NOT_EMPTY'],
});
