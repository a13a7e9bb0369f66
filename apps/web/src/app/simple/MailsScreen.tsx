import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ApiError } from '../../api/index.ts';
import { errorText, useTexts } from '../../i18n/index.ts';
import { changeSubscription, subscriptionQuery } from '../../objects/subscriptionQueries.ts';
import { useAction } from '../../ui/forms/useAction.ts';
import { BaseMapBackdrop } from './BaseMapBackdrop.tsx';
import { Card } from './Card.tsx';
import classes from './MailsScreen.module.css';

/** The shortened address with a word joiner, so that no line break splits it. */
const unbroken = (address: string): string => address.replace('…', '…\u2060');

const textsOf = {
  reports: { title: 'MAILS.TITLE', on: 'MAILS.ON', off: 'MAILS.OFF', again: 'MAILS.AGAIN' },
  news: { title: 'MAILS.FOLLOW_TITLE', on: 'MAILS.NEWS_ON', off: 'MAILS.NEWS_OFF', again: 'MAILS.AGAIN' },
  follow: {
    title: 'MAILS.FOLLOW_TITLE',
    on: 'MAILS.FOLLOW_ON',
    off: 'MAILS.FOLLOW_OFF',
    again: 'MAILS.FOLLOW_CONFIRM',
  },
} as const;

/** Target of the last link in a mail about a report or about news. Opening the link changes nothing; the button does. */
export default function MailsScreen() {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  return (
    <>
      <BaseMapBackdrop isVeiled />
      <Card>
        <SubscriptionForm token={token} />
      </Card>
    </>
  );
}

function SubscriptionForm({ token }: { readonly token: string }) {
  const { t } = useTexts();
  const query = useQuery(subscriptionQuery(token));
  const { run: change, isRunning } = useAction(changeSubscription(token));
  if (query.isError) {
    const isVoid = query.error instanceof ApiError && query.error.code === 'INVALID_LINK';
    return (
      <>
        <h1 className={classes.title}>{t('MAILS.TITLE')}</h1>
        <p className={classes.text} role="alert">
          {isVoid ? t('MAILS.LINK_WRONG') : errorText(t, query.error)}
        </p>
      </>
    );
  }
  if (query.data === undefined) return <Skeleton height={120} />;
  const { about, address, isSubscribed } = query.data;
  const texts = textsOf[about];
  return (
    <>
      <h1 className={classes.title}>{t(texts.title)}</h1>
      <p className={classes.text} role="status">
        {t(isSubscribed ? texts.on : texts.off, { address: unbroken(address) })}
      </p>
      <Button
        size="lg"
        fullWidth
        variant={isSubscribed ? 'filled' : 'default'}
        loading={isRunning}
        onClick={() => change(!isSubscribed)}
      >
        {t(isSubscribed ? 'MAILS.STOP' : texts.again)}
      </Button>
    </>
  );
}
