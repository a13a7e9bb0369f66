import { Button, Loader } from '@mantine/core';
import { getReportPage, referenceOf } from '@pgis/contract';
import { IconCheck, IconCircleCheck, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../api/index.ts';
import { useTexts } from '../../../i18n/index.ts';
import { useStore } from '../../../store/useStore.ts';
import { Notice } from '../../../ui/forms/Notice.tsx';
import frame from '../../../ui/stepFrame.module.css';
import { CopyLinkIcon } from '../../objects/index.ts';
import classes from './CitizenReport.module.css';
import { photoProgress } from './outbox/sendPhotos.ts';
import { sendWaiting } from './outbox/sendWaiting.ts';

export interface SentReportProps {
  readonly id: number;
  readonly name: string;
  readonly layerName: string;
  /** Empty where the reporter wants no mails. */
  readonly email: string;
  readonly isReviewed: boolean;
  /** Key of the report whose photos are on their way; null without photos. */
  readonly photoKey: string | null;
  readonly previewUrl: string | undefined;
  readonly onAnother: () => void;
}

/** Thanks the reporter while the photos are still being uploaded, and says what happens next. */
export function SentReport(props: SentReportProps) {
  const { t, language } = useTexts();
  const { id, name, layerName, email, isReviewed, photoKey, previewUrl } = props;
  const { data: page } = useQuery({
    queryKey: ['usual-days', id],
    queryFn: ({ signal }) => callApi(getReportPage, { params: { id }, signal, background: true }),
    retry: false,
  });
  const usualDays = page?.usualDays ?? null;
  return (
    <>
      <div className={frame.body}>
        <div className={classes.thanks} role="status">
          <span className={classes.thanksMark}>
            <IconCheck size={28} aria-hidden="true" />
          </span>
          <p className={classes.thanksTitle}>{t('CITIZEN.THANKS.TITLE')}</p>
          <p className={classes.thanksText}>{t('CITIZEN.THANKS.TEXT')}</p>
        </div>
        <div className={classes.sent}>
          {previewUrl !== undefined && <img className={classes.sentImage} src={previewUrl} alt="" />}
          <div className={classes.placeText}>
            <small>
              {t('CITIZEN.THANKS.NUMBER')} <strong className="tabular">{referenceOf(id)}</strong>
            </small>
            <b>{name}</b>
          </div>
          <CopyLinkIcon objectId={id} />
        </div>
        {photoKey !== null && <PhotoUploads photoKey={photoKey} />}
        {email !== '' && (
          <p className={frame.fact}>
            <IconMail size={20} aria-hidden="true" />
            {t('CITIZEN.THANKS.MAILS', { email })}
          </p>
        )}
        <section aria-labelledby="next">
          <h3 id="next" className={classes.question}>
            {t('CITIZEN.THANKS.NEXT')}
          </h3>
          <ol className={classes.next}>
            <li>{t(isReviewed ? 'CITIZEN.THANKS.CHECK' : 'CITIZEN.THANKS.VISIBLE')}</li>
            <li>
              {t('CITIZEN.THANKS.WORK')}{' '}
              {usualDays !== null && t('CITIZEN.THANKS.USUAL', { layer: layerName, count: usualDays })}
            </li>
            <li>{t(email === '' ? 'CITIZEN.THANKS.PAGE' : 'CITIZEN.THANKS.TELL')}</li>
          </ol>
        </section>
      </div>
      <footer className={frame.foot}>
        <Button
          component="a"
          href={`#/${language}/report/${id}`}
          data-autofocus
          fullWidth
          className={frame.action ?? ''}
        >
          {t('CITIZEN.THANKS.VIEW')}
        </Button>
        <Button fullWidth variant="subtle" className={frame.action ?? ''} onClick={props.onAnother}>
          {t('CITIZEN.THANKS.ANOTHER')}
        </Button>
      </footer>
    </>
  );
}

/** The upload goes on when the thanks are closed. */
function PhotoUploads({ photoKey }: { readonly photoKey: string }) {
  const { t } = useTexts();
  const progress = useStore(photoProgress, (all) => all.get(photoKey));
  const phase = progress?.phase ?? 'sending';
  if (phase === 'later' || phase === 'refused') {
    return (
      <Notice tone="err">
        {t('CITIZEN.THANKS.PHOTO_FAILED')}{' '}
        {phase === 'later' && (
          <Button size="compact-sm" variant="default" onClick={sendWaiting}>
            {t('COMMON.RETRY')}
          </Button>
        )}
      </Notice>
    );
  }
  const isSending = phase === 'sending';
  return (
    <p className={frame.fact} role="status">
      {isSending ? <Loader size={18} /> : <IconCircleCheck size={20} aria-hidden="true" />}
      {isSending
        ? t('CITIZEN.THANKS.UPLOADING', { percent: Math.round((progress?.share ?? 0) * 100) })
        : t('CITIZEN.THANKS.UPLOADED')}
    </p>
  );
}
