import { Skeleton, Tabs } from '@mantine/core';
import type { Company } from '@pgis/contract';
import { IconBuilding, IconPhoto, IconZip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { errorText, useTexts } from '../../i18n/index.ts';
import { companyQuery } from '../../layers/companyQuery.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useSession } from '../session/index.ts';
import { ArchivesTab } from './ArchivesTab.tsx';
import { CompanyForm } from './CompanyForm.tsx';
import { LogoTab } from './LogoTab.tsx';
import classes from './profile.module.css';

/** HEAD-06, D-COMP-01: the data of the company, its logo and its image archives. */
export default function CompanyScreen() {
  const { t } = useTexts();
  const { user } = useSession();
  const companyId = user?.companyId ?? 0;
  const query = useQuery(companyQuery(companyId));
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{t('MY_PGIS.PROFILE')}</h1>
      {query.isError ? (
        <EmptyState title={t('ADMIN.NOT_LOADED')} text={errorText(t, query.error)} />
      ) : (
        <CompanyTabs company={query.data} companyId={companyId} />
      )}
    </div>
  );
}

interface CompanyTabsProps {
  readonly company: Company | undefined;
  readonly companyId: number;
}

function CompanyTabs({ company, companyId }: CompanyTabsProps) {
  const { t } = useTexts();
  return (
    <Tabs defaultValue="data" keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="data" leftSection={<IconBuilding size={16} />}>
          {t('PROFILE.DATA')}
        </Tabs.Tab>
        <Tabs.Tab value="logo" leftSection={<IconPhoto size={16} />}>
          {t('PROFILE.LOGO')}
        </Tabs.Tab>
        <Tabs.Tab value="archives" leftSection={<IconZip size={16} />}>
          {t('PROFILE.ARCHIVES')}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="data" pt="md" keepMounted>
        {company === undefined ? <Skeleton height={320} maw={640} /> : <CompanyForm company={company} />}
      </Tabs.Panel>
      <Tabs.Panel value="logo" pt="md">
        <LogoTab companyId={companyId} />
      </Tabs.Panel>
      <Tabs.Panel value="archives" pt="md">
        <ArchivesTab companyId={companyId} />
      </Tabs.Panel>
    </Tabs>
  );
}
