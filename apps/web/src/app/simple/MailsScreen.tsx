import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ApiError } from '../../api/index.ts';
import { errorText, useTexts } from '../../i18n/index.ts';
import { useAction } from '../../ui/forms/useAction.ts';
import { BaseMapBackdrop } from './BaseMapBackdrop.tsx';
import { Card } from './Card.tsx';
import classes from './MailsScreen.module.css';
import { changeSubscription, subscriptionQuery } from './subscriptionQueries.ts';

/** The shortened address with a word joiner, so that no line break splits it. */
const unbroken = (address: string): string => address.replace('…', '…\u2060');

/** Target of the last link in a reporter's mail. Opening the link changes nothing; the button does. */
export default function MailsScreen() {
  const { t } = useTexts();
  const { token = '' }: { token?: string } = useParams({ strict: false });
  return (
    <>
      <BaseMapBackdrop isVeiled />
      <Card>
        <h1 className={classes.title}>{t('MAILS.TITLE')}</h1>
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
      <p className={classes.text} role="alert">
        {isVoid ? t('MAILS.LINK_WRONG') : errorText(t, query.error)}
      </p>
    );
  }
  if (query.data === undefined) return <Skeleton height={120} />;
  const { address, isSubscribed } = query.data;
  return (
    <>
      <p className={classes.text} role="status">
        {t(isSubscribed ? 'MAILS.ON' : 'MAILS.OFF', { address: unbroken(address) })}
      </p>
      <Button
        size="lg"
        fullWidth
        variant={isSubscribed ? 'filled' : 'default'}
        loading={isRunning}
        onClick={() => change(!isSubscribed)}
      >
        {t(isSubscribed ? 'MAILS.STOP' : 'MAILS.AGAIN')}
      </Button>
    </>
  );
}
