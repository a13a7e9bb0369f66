import { Button } from '@mantine/core';
import type { ReporterPage } from '@pgis/contract';
import { IconBell, IconBellOff, IconBellRinging } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { changeSubscription, subscriptionQuery } from '../../objects/subscriptionQueries.ts';
import { useAction } from '../../ui/forms/useAction.ts';
import { VisitorFollowDialog } from '../follows/index.ts';
import classes from './ReportPage.module.css';

/** Mails about a report: those to its reporter, or of a follow where they left no address. */
export function FollowFoot({ report: { id, mailsToken, isPublic } }: { readonly report: ReporterPage }) {
  if (mailsToken !== null) return <ReporterMails token={mailsToken} />;
  return isPublic ? <OfferFollow objectId={id} /> : null;
}

function ReporterMails({ token }: { readonly token: string }) {
  const { t } = useTexts();
  const { data } = useQuery(subscriptionQuery(token));
  const { run: change, isRunning } = useAction(changeSubscription(token));
  if (data === undefined) return null;
  const { isSubscribed } = data;
  return (
    <footer className={classes.foot}>
      {isSubscribed ? (
        <IconBellRinging size={20} aria-hidden="true" />
      ) : (
        <IconBellOff size={20} aria-hidden="true" />
      )}
      <div className={classes.footText} role="status">
        <b>{t(isSubscribed ? 'FOLLOWS.FOLLOWING' : 'CITIZEN.PAGE.NOT_FOLLOWING')}</b>
        {isSubscribed && <small>{t('CITIZEN.PAGE.MAILS_TO', { address: data.address })}</small>}
      </div>
      <Button
        className={classes.action ?? ''}
        variant={isSubscribed ? 'default' : 'light'}
        loading={isRunning}
        onClick={() => change(!isSubscribed)}
      >
        {t(isSubscribed ? 'MAILS.STOP' : 'FOLLOWS.FOLLOW')}
      </Button>
    </footer>
  );
}

function OfferFollow({ objectId }: { readonly objectId: number }) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <footer className={classes.foot}>
      <IconBellOff size={20} aria-hidden="true" />
      <span className={classes.footText}>{t('CITIZEN.PAGE.NOT_FOLLOWING')}</span>
      <Button
        className={classes.action ?? ''}
        variant="light"
        leftSection={<IconBell size={20} />}
        onClick={() => setOpen(true)}
      >
        {t('FOLLOWS.FOLLOW')}
      </Button>
      {isOpen && (
        <Suspense>
          <VisitorFollowDialog objectId={objectId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </footer>
  );
}
