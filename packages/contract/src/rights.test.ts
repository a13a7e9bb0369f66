import { expect, test } from 'vitest';
import { moduleOfRight, type Permission, type Right, rights, roles } from './rights.ts';

type Row = readonly [Permission, Permission, Permission, Permission, Permission];
const fromRead: Row = ['no', 'yes', 'yes', 'yes', 'yes'];
const fromWrite: Row = ['no', 'no', 'yes', 'yes', 'yes'];
const ownFromWrite: Row = ['no', 'no', 'own', 'yes', 'yes'];
const fromAdmin: Row = ['no', 'no', 'no', 'yes', 'yes'];
const forModuleAdmin: Row = ['no', 'no', 'no', 'no', 'yes'];

/** D-PERM as decided, row by row; a row that names several things has more than one right. */
const decided: readonly (readonly [string, readonly Right[], Row])[] = [
  ['see a public object of a visible layer', ['seePublicObject'], ['yes', 'yes', 'yes', 'yes', 'yes']],
  ['see a private object', ['seePrivateObject'], fromRead],
  [
    'overlays, file list, CSV, print, measuring',
    ['seeOverlays', 'seeFiles', 'exportObject', 'measureAndPrint'],
    fromRead,
  ],
  ['add an object', ['addObject'], ['open', 'open', 'yes', 'yes', 'yes']],
  ['edit or move an object', ['editObject'], fromWrite],
  ['delete an object', ['deleteObject'], ownFromWrite],
  ['upvote', ['upvote'], ['once', 'once', 'once', 'once', 'once']],
  ['add a comment', ['addComment'], fromWrite],
  ['delete a comment', ['deleteComment'], ownFromWrite],
  ['see internal comments', ['seeInternalComments'], fromRead],
  ['see the reporter e-mail', ['seeReporterEmail'], fromWrite],
  ['upload files', ['addFiles'], ['own', 'no', 'yes', 'yes', 'yes']],
  ['delete files', ['deleteFiles'], ownFromWrite],
  ['edit a layer’s style, fields, filter', ['editLayer'], fromWrite],
  ['create, duplicate, delete a layer or group, remove-data', ['manageLayers'], fromAdmin],
  ['status classifiers: add, edit', ['editStatuses'], fromWrite],
  ['status classifiers: all of it', ['deleteStatuses'], fromAdmin],
  ['layer reports', ['seeLayerReport'], fromRead],
  ['custom reports', ['useCustomReports'], fromRead],
  ['users, groups, log', ['manageUsers'], ['no', 'no', 'no', 'own', 'yes']],
  [
    'units, modules, company profile, base layers',
    ['manageUnits', 'manageModules', 'manageCompany', 'manageMapLayers'],
    forModuleAdmin,
  ],
  // D-CLS-07: approved or hidden by someone with Write.
  ['review', ['reviewObject'], fromWrite],
];

test.each(decided)('D-PERM D-CLS-07: %s', (_, named, row) => {
  for (const right of named) expect(roles.map((standing) => rights[right][standing])).toEqual(row);
});

test('D-PERM: the table has no row that nobody decided', () => {
  expect(Object.keys(rights).sort()).toEqual(decided.flatMap(([, named]) => named).sort());
});

test('D-PERM PERM-02: custom reports need their module besides, nothing else does', () => {
  expect(moduleOfRight).toEqual({ useCustomReports: 'hasCustomReports' });
});
