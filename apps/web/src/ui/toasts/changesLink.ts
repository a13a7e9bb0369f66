import type { useTexts } from '../../i18n/index.ts';

/** Link of a toast to the list in which a large change can be undone for 30 days. */
export const changesLink = ({ t, language }: ReturnType<typeof useTexts>) => ({
  label: t('MY_PGIS.CHANGES'),
  href: `#/${language}/admin/changes`,
});
