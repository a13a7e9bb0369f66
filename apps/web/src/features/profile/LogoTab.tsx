import { Button, FileButton, Group, Skeleton } from '@mantine/core';
import { deleteLogo, importLogo, limits } from '@pgis/contract';
import { IconTrash, IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi, uploadForm } from '../../api/index.ts';
import { errorText, useTexts } from '../../i18n/index.ts';
import { confirm } from '../../ui/dialogs/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { showToast } from '../../ui/toasts/index.ts';
import classes from './profile.module.css';
import { logoKey, useCompanyLogo } from './useCompanyLogo.ts';

/** The logo that stands in the header and on what is printed. */
export function LogoTab({ companyId }: { readonly companyId: number }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const [isSending, setSending] = useState(false);
  const query = useCompanyLogo(companyId);
  const change = async (send: () => Promise<{ logoImage: string | null }>) => {
    setSending(true);
    try {
      client.setQueryData(logoKey(companyId), await send());
      showToast({ kind: 'success', message: t('ADMIN.SAVED') });
    } catch (cause) {
      showToast({ kind: 'error', message: errorText(t, cause) });
    } finally {
      setSending(false);
    }
  };
  const send = (file: File | null) => {
    if (file === null) return;
    if (file.size > limits.logoBytes) {
      showToast({ kind: 'error', message: t('PROFILE.LOGO_TOO_LARGE') });
      return;
    }
    const form = new FormData();
    form.append('file', file);
    void change(() =>
      uploadForm(importLogo, { form, onProgress: () => {}, signal: new AbortController().signal }),
    );
  };
  const remove = async () => {
    if (!(await confirm({ message: t('PROFILE.CONFIRM_REMOVE_LOGO'), isDestructive: true }))) return;
    await change(async () => {
      await callApi(deleteLogo, { params: { companyId } });
      return { logoImage: null };
    });
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
            <Button {...props} leftSection={<IconUpload size={16} />} loading={isSending}>
              {t('PROFILE.CHOOSE_LOGO')}
            </Button>
          )}
        </FileButton>
        {logoImage !== null && (
          <Button variant="default" leftSection={<IconTrash size={16} />} onClick={() => void remove()}>
            {t('PROFILE.REMOVE_LOGO')}
          </Button>
        )}
      </Group>
    </div>
  );
}
