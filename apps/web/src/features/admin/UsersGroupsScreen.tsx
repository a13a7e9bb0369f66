import { Tabs } from '@mantine/core';
import { IconShieldCheck, IconSitemap, IconUser, IconUsersGroup } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { LoadFailureNote, lazyPart } from '../../ui/lazy-parts/index.ts';
import classes from './admin.module.css';
import { GroupsTab } from './groups/GroupsTab.tsx';
import { UnitsTab } from './units/UnitsTab.tsx';
import { useGroups, useUnits, useUserList } from './userQueries.ts';
import { UsersTab } from './users/UsersTab.tsx';

/** Rarely opened, so it loads on demand. */
const RightsTab = lazyPart(() => import('./RightsTab.tsx'), LoadFailureNote);

/** D-USER-06: users, groups, units and the table of permissions. */
export default function UsersGroupsScreen() {
  const { t } = useTexts();
  const [tab, setTab] = useState<string | null>('users');
  const [filteredGroupId, setFilteredGroupId] = useState<number | null>(null);
  const everybody = useUserList({ _size: 1 });
  const { groups } = useGroups();
  const { units } = useUnits();
  const tabs = [
    { id: 'users', text: t('ADMIN.USERS'), Icon: IconUser, count: everybody.data?.total ?? 0 },
    { id: 'groups', text: t('ADMIN.GROUPS'), Icon: IconUsersGroup, count: groups.length },
    { id: 'units', text: t('ADMIN.UNITS'), Icon: IconSitemap, count: units.length },
  ] as const;
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{t('MY_PGIS.USERS_GROUPS')}</h1>
      <Tabs
        value={tab}
        onChange={(next) => {
          setFilteredGroupId(null);
          setTab(next);
        }}
        keepMounted={false}
      >
        <Tabs.List className={classes.tabs ?? ''}>
          {tabs.map(({ id, text, Icon, count }) => (
            <Tabs.Tab
              key={id}
              value={id}
              leftSection={<Icon size={16} />}
              rightSection={<span className={classes.count}>{count}</span>}
            >
              {text}
            </Tabs.Tab>
          ))}
          <Tabs.Tab value="rights" leftSection={<IconShieldCheck size={16} />}>
            {t('ADMIN.RIGHTS')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="users" pt="md">
          <UsersTab groupAtStart={filteredGroupId} />
        </Tabs.Panel>
        <Tabs.Panel value="groups" pt="md">
          <GroupsTab
            onShowMembers={(groupId) => {
              setFilteredGroupId(groupId);
              setTab('users');
            }}
          />
        </Tabs.Panel>
        <Tabs.Panel value="units" pt="md">
          <UnitsTab />
        </Tabs.Panel>
        <Tabs.Panel value="rights" pt="md">
          <Suspense>
            <RightsTab />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}
