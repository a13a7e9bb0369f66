import { ActionIcon, Button } from '@mantine/core';
import { type ReporterPage, referenceOf, reopenLimits } from '@pgis/contract';
import { IconArrowLeft, IconSend } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorText, formatDate, useTexts } from '../../i18n/index.ts';
import { Notice } from '../../ui/forms/Notice.tsx';
import { TrimmedTextarea } from '../../ui/inputs/TrimmedTextarea.tsx';
import frame from '../../ui/stepFrame.module.css';
import { mayDiscardPageWork, useUnsavedWork } from '../../ui/unsaved-work/index.ts';
import { startUploads } from '../files/index.ts';
import { PhotoField, usePhotos } from '../photos/index.ts';
import classes from './ReportPage.module.css';
import { reopening, reportPageQuery } from './reportQueries.ts';

interface ReopenFormProps {
  readonly report: ReporterPage;
  readonly address: string;
  readonly onClose: (isReopened: boolean) => void;
}

/** "Not solved? Tell us": a text and photos open the report again. Photos that fail can be sent once more. */
export function ReopenForm({ report, address, onClose }: ReopenFormProps) {
  const { t, language } = useTexts();
  const { id, name, endedAt } = report;
  const [image] = report.images;
  const client = useQueryClient();
  const photos = usePhotos();
  const [text, setText] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const [isReopened, setReopened] = useState(false);
  const reopen = useMutation(reopening(address, language, id));
  const send = useMutation({
    mutationFn: async () => {
      const files = photos.list.map(({ file }) => ({ file, description: '' }));
      if (!(await startUploads(id, files, { asVisitor: true }).finished))
        throw new Error('a photo was not uploaded');
      await client.invalidateQueries(reportPageQuery(address, language));
    },
  });
  const isBusy = reopen.isPending || send.isPending || photos.isBusy;
  useUnsavedWork((text !== '' && !isReopened) || photos.list.length > 0 || photos.isBusy);
  const goBack = async () => {
    if (await mayDiscardPageWork()) onClose(isReopened);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const typed = text.trim();
    setEmpty(typed === '');
    if (typed === '' || isBusy) return;
    try {
      if (!isReopened) await reopen.mutateAsync(typed);
      setReopened(true);
      if (photos.list.length > 0) await send.mutateAsync();
      onClose(true);
    } catch {
      // The mutations show why.
    }
  };
  return (
    <form noValidate className={classes.page} onSubmit={(event) => void submit(event)}>
      <header className={classes.bar}>
        <ActionIcon aria-label={t('COMMON.BACK')} onClick={() => void goBack()}>
          <IconArrowLeft size={20} />
        </ActionIcon>
        <h1 className={classes.barTitle}>{t('CITIZEN.REOPEN.TITLE')}</h1>
      </header>
      <div className={frame.body} data-scrolls>
        <div className={classes.summary}>
          {image !== undefined && <img src={image.preview} alt="" />}
          <div>
            <b>{name}</b>
            <small className="tabular">
              {referenceOf(id)}
              {endedAt !== null && ` · ${t('CITIZEN.REOPEN.DONE_ON', { date: formatDate(endedAt) })}`}
            </small>
          </div>
        </div>
        <TrimmedTextarea
          autoFocus
          autosize
          size="md"
          minRows={4}
          maxLength={reopenLimits.textLength}
          label={t('CITIZEN.REOPEN.TEXT')}
          disabled={isReopened}
          error={isEmpty && text.trim() === '' && t('REQUIRED')}
          value={text}
          onChange={setText}
        />
        <PhotoField photos={photos} note={t('CITIZEN.REOPEN.PHOTO_NOTE')} />
        <p className={frame.fact}>
          <IconSend size={20} aria-hidden="true" />
          {t('CITIZEN.REOPEN.GOES_TO', { name: report.companyName })}
        </p>
        {reopen.error !== null && <Notice tone="err">{errorText(t, reopen.error)}</Notice>}
        {send.error !== null && <Notice tone="err">{t('CITIZEN.REOPEN.PHOTO_FAILED')}</Notice>}
      </div>
      <footer className={frame.foot}>
        <Button type="submit" fullWidth className={frame.action ?? ''} loading={isBusy}>
          {t(send.error === null ? 'CITIZEN.REOPEN.SEND' : 'COMMON.RETRY')}
        </Button>
        {send.error !== null && (
          <Button fullWidth variant="subtle" className={frame.action ?? ''} onClick={() => onClose(true)}>
            {t('MAP.FILES.CONTINUE')}
          </Button>
        )}
      </footer>
    </form>
  );
}
