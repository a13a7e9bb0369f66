import { Button, FileButton, Group, Skeleton } from '@mantine/core';
import { limits } from '@pgis/contract';
import { IconTrash, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { errorText, useTexts } from '../../i18n/index.ts';
import { confirm } from '../../ui/dialogs/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useAction } from '../../ui/forms/useAction.ts';
import { showToast } from '../../ui/toasts/index.ts';
import classes from './profile.module.css';
import { logoQuery, saveLogo } from './profileQueries.ts';

/** The logo in the header and on printed pages. */
export function LogoTab({ companyId }: { readonly companyId: number }) {
  const { t } = useTexts();
  const query = useQuery(logoQuery(companyId));
  const { run: save, isRunning } = useAction(saveLogo(companyId), () => t('ADMIN.SAVED'));
  const send = (file: File | null) => {
    if (file === null) return;
    if (file.size > limits.logoBytes) showToast({ kind: 'error', message: t('PROFILE.LOGO_TOO_LARGE') });
    else save(file);
  };
  const confirmRemoval = async () => {
    if (await confirm({ message: t('PROFILE.CONFIRM_REMOVE_LOGO'), isDestructive: true })) save(null);
  };
  if (query.isError) return <EmptyState title={t('ADMIN.NOT_LOADED')} text={errorText(t, query.error)} />;
  if (query.data === undefined) return <Skeleton height={160} maw={420} />;
  const { logoImage } = query.data;
  return (
    <div className={classes.form}>
      <div className={classes.logo}>
        {logoImage === null ? (
          <span className={classes.none}>{t('PROFILE.NO_LOGO')}</span>
        ) : (
          <img src={logoImage} alt={t('PROFILE.LOGO')} />
        )}
      </div>
      <p className={classes.note}>{t('PROFILE.LOGO_NOTE')}</p>
      <Group gap="sm">
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={send}>
          {(props) => (
            <Button {...props} leftSection={<IconUpload size={16} />} loading={isRunning}>
              {t('PROFILE.CHOOSE_LOGO')}
            </Button>
          )}
        </FileButton>
        {logoImage !== null && (
          <Button
            variant="default"
            leftSection={<IconTrash size={16} />}
            onClick={() => void confirmRemoval()}
          >
            {t('PROFILE.REMOVE_LOGO')}
          </Button>
        )}
      </Group>
    </div>
  );
}
