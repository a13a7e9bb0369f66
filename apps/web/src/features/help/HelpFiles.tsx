import { Button, Skeleton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { errorText, useTexts } from '../../i18n/index.ts';
import { useAction } from '../../ui/forms/useAction.ts';
import classes from './HelpDialog.module.css';
import { downloadHelpFile, helpFilesQuery } from './helpQueries.ts';

/** HELP-01: a button for each help file. */
export function HelpFiles() {
  const { t, language } = useTexts();
  const files = useQuery(helpFilesQuery(language));
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
  const { run: download, isRunning } = useAction(downloadHelpFile);
  return (
    <Button
      variant="subtle"
      fullWidth
      classNames={{ root: classes.file ?? '', label: classes.fileName ?? '' }}
      justify="flex-start"
      leftSection={<IconDownload size={16} />}
      loading={isRunning}
      title={t('HELP.DOWNLOAD', { name })}
      onClick={() => download(name)}
    >
      {name.replace(/\.html$/, '')}
    </Button>
  );
}
