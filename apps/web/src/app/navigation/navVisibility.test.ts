// @vitest-environment jsdom
import type { Level } from '@pgis/contract';
import { expect, test } from 'vitest';
import { toSession } from '../../features/session/index.ts';
import { aUser } from '../../testing/aUser.ts';
import type { NavItem } from './NavItem.ts';
import { navItems } from './navItems.ts';
import { isItemVisible, isLinkVisible, visibleItems } from './navVisibility.ts';

interface Held {
  readonly levels?: Level[];
  readonly Admin?: boolean;
  readonly hasCustomReports?: boolean;
}
const sessionWith = ({ levels = [], ...flags }: Held) =>
  toSession(aUser({ ...flags, permissions: { userName: 'A', unitPermissions: { 7: levels } } }));
const admin: Level[] = ['Admin', 'Write', 'Read'];
const link: NavItem = { name: 'MY_PGIS.LOG', url: '/admin/log' };

test('PERM-05: no required permission is always enough, else any of them held', () => {
  const item: NavItem = { ...link, permissions: ['Admin', 'Write'] };
  expect(isItemVisible(link, toSession(null))).toBe(true);
  expect(isItemVisible(item, sessionWith({ levels: ['Read'] }))).toBe(false);
  expect(isItemVisible(item, sessionWith({ levels: ['Write', 'Read'] }))).toBe(true);
  expect(isItemVisible(item, toSession(null))).toBe(false);
});

test('PERM-06: an item passes the module check by a flag, or when the name is held as a unit permission', () => {
  const item: NavItem = {
    name: 'MY_PGIS.ADMIN',
    url: '/admin',
    modulePermissions: ['Admin', 'hasCustomReports'],
    children: [],
  };
  expect(isItemVisible({ ...item, modulePermissions: [] }, sessionWith({}))).toBe(true);
  expect(isItemVisible(item, sessionWith({ Admin: true }))).toBe(true);
  expect(isItemVisible(item, sessionWith({ hasCustomReports: true }))).toBe(true);
  expect(isItemVisible(item, sessionWith({ levels: admin }))).toBe(true);
  expect(isItemVisible(item, sessionWith({ levels: ['Write', 'Read'] }))).toBe(false);
});

test('PERM-07 DATA-03: a link passes only with a held permission and a flag that is true', () => {
  const both: NavItem = { ...link, permissions: ['Write'], modulePermissions: ['hasCustomReports'] };
  expect(isLinkVisible(both, sessionWith({ levels: ['Write'] }))).toBe(false);
  expect(isLinkVisible(both, sessionWith({ hasCustomReports: true }))).toBe(false);
  expect(isLinkVisible(both, sessionWith({ levels: ['Write'], hasCustomReports: true }))).toBe(true);
  const module: NavItem = { ...link, modulePermissions: ['Admin'] };
  expect(isLinkVisible(module, sessionWith({ levels: admin }))).toBe(false);
});

test('a dropdown also shows for a child that passes', () => {
  const item: NavItem = {
    name: 'MY_PGIS.ADMIN',
    url: '/admin',
    permissions: ['Admin'],
    children: [{ ...link, permissions: ['Write'] }],
  };
  expect(isItemVisible(item, sessionWith({ levels: ['Write', 'Read'] }))).toBe(true);
  expect(isItemVisible(item, sessionWith({ levels: ['Read'] }))).toBe(false);
});

/** Formats a route and its children, such as `/reports /reports/casework`. */
const visibleTo = (held: Held) =>
  visibleItems(navItems, sessionWith(held))
    .filter(({ divider }) => !divider)
    .map(({ url, children }) => [url, ...(children ?? []).map((child) => child.url)].join(' '));

const map = '/dashboard';
const inbox = '/inbox';
const layerReports = '/reports /reports/casework /reports/layer-reports';

test('SIDE-09: Map needs no permission and has no children', () => {
  expect(visibleTo({})).toEqual([map]);
});

test('SIDE-12: Reports is there with Read', () => {
  expect(visibleTo({ levels: ['Read'] })).toEqual([map, inbox, layerReports]);
});

test('SIDE-11 SIDE-10 D-PERM-05: with Write, Classifiers shows for its status-groups, Admin for recent changes', () => {
  expect(visibleTo({ levels: ['Write', 'Read'] })).toEqual([
    map,
    inbox,
    '/classifiers /classifiers/status-groups',
    layerReports,
    '/admin /admin/changes',
  ]);
});

test('SIDE-10 SIDE-11 SIDE-14 SIDE-15: the Admin of a unit sees layer-groups, users-groups and log', () => {
  expect(visibleTo({ levels: admin })).toEqual([
    map,
    inbox,
    '/classifiers /classifiers/layer-groups /classifiers/status-groups',
    layerReports,
    '/admin /admin/users-groups /admin/log /admin/changes',
  ]);
});

test('SIDE-13: custom-reports also needs the module permission', () => {
  expect(visibleTo({ levels: ['Read'], hasCustomReports: true })).toEqual([
    map,
    inbox,
    `${layerReports} /reports/custom-reports`,
  ]);
  expect(visibleTo({ hasCustomReports: true })).toEqual([map]);
});

test('SIDE-14 SIDE-15: the module Admin sees Admin with users-groups and log, and the base layers', () => {
  const visible = visibleTo({ Admin: true });
  expect(visible).toContain(
    '/admin /admin/users-groups /admin/routing-rules /admin/reply-templates /admin/log /admin/changes',
  );
  expect(visible.find((one) => one.startsWith('/classifiers'))).toContain('/classifiers/base-layers');
});
