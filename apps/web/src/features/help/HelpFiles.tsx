import { Button, Skeleton } from '@mantine/core';
import { getHelpFile, listHelpFiles } from '@pgis/contract';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/index.ts';
import { errorText, useTexts } from '../../i18n/index.ts';
import { saveFile } from '../../ui/saveFile.ts';
import { showToast } from '../../ui/toasts/index.ts';
import classes from './HelpDialog.module.css';

/** HELP-01: a button for each help file. */
export function HelpFiles() {
  const { t, language } = useTexts();
  const files = useQuery({
    queryKey: ['help', language],
    queryFn: ({ signal }) => callApi(listHelpFiles, { signal }),
  });
  if (files.isPending) return <Skeleton height={36} mb="lg" />;
  if (files.isError) {
    return (
      <p className={classes.failure} role="alert">
        {errorText(t, files.error)}{' '}
        <Button size="xs" variant="light" onClick={() => void files.refetch()}>
          {t('COMMON.RETRY')}
        </Button>
      </p>
    );
  }
  if (files.data.length === 0) return null;
  return (
    <>
      <h3 className={classes.title}>{t('HELP.FILES_TITLE')}</h3>
      <ul className={classes.files}>
        {files.data.map((name) => (
          <li key={name}>
            <HelpFileButton name={name} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** HELP-02. */
function HelpFileButton({ name }: { readonly name: string }) {
  const { t } = useTexts();
  const [isLoading, setLoading] = useState(false);
  const download = async () => {
    setLoading(true);
    try {
      saveFile(await callApi(getHelpFile, { params: { fileName: name } }), name);
    } catch (cause) {
      showToast({ kind: 'error', message: errorText(t, cause) });
    } finally {
      setLoading(false);
    }
  };
  return (
    <Button
      variant="subtle"
      fullWidth
      classNames={{ root: classes.file ?? '', label: classes.fileName ?? '' }}
      justify="flex-start"
      leftSection={<IconDownload size={16} />}
      loading={isLoading}
      title={t('HELP.DOWNLOAD', { name })}
      onClick={() => void download()}
    >
      {name.replace(/\.html$/, '')}
    </Button>
  );
}
