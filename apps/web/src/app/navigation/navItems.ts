import type { NavItem } from './NavItem.ts';

/** SIDE-09 to SIDE-15, D-PERM-05; base layers as in D-LAYER-01; the inbox for those who see internal comments. */
export const navItems: readonly NavItem[] = [
  { name: 'MY_PGIS.DASHBOARD', url: '/dashboard' },
  { name: 'MY_PGIS.INBOX', url: '/inbox', permissions: ['Admin', 'Write', 'Read'] },
  { name: 'SHELL.NAVIGATION', divider: true },
  {
    name: 'MY_PGIS.CLASSIFIERS',
    url: '/classifiers',
    permissions: ['Admin'],
    children: [
      { name: 'MY_PGIS.LAYER_GROUPS', url: '/classifiers/layer-groups', permissions: ['Admin'] },
      { name: 'MY_PGIS.STATUS_GROUPS', url: '/classifiers/status-groups', permissions: ['Admin', 'Write'] },
      { name: 'MY_PGIS.BASE_LAYERS', url: '/classifiers/base-layers', modulePermissions: ['Admin'] },
    ],
  },
  {
    name: 'MY_PGIS.REPORTS',
    url: '/reports',
    permissions: ['Admin', 'Write', 'Read'],
    children: [
      { name: 'MY_PGIS.CASEWORK', url: '/reports/casework', permissions: ['Admin', 'Write', 'Read'] },
      {
        name: 'MY_PGIS.LAYER_REPORTS',
        url: '/reports/layer-reports',
        permissions: ['Admin', 'Write', 'Read'],
      },
      {
        name: 'MY_PGIS.CUSTOM_REPORTS',
        url: '/reports/custom-reports',
        permissions: ['Admin', 'Write', 'Read'],
        modulePermissions: ['hasCustomReports'],
      },
    ],
  },
  {
    name: 'MY_PGIS.ADMIN',
    url: '/admin',
    modulePermissions: ['Admin'],
    children: [
      { name: 'MY_PGIS.USERS_GROUPS', url: '/admin/users-groups', permissions: ['Admin'] },
      { name: 'MY_PGIS.ROUTING', url: '/admin/routing-rules', modulePermissions: ['Admin'] },
      { name: 'MY_PGIS.TEMPLATES', url: '/admin/reply-templates', modulePermissions: ['Admin'] },
      { name: 'MY_PGIS.LOG', url: '/admin/log', permissions: ['Admin'] },
      { name: 'MY_PGIS.CHANGES', url: '/admin/changes', permissions: ['Admin', 'Write'] },
    ],
  },
];
