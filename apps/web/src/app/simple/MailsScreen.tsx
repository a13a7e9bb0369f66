import { Button, Skeleton } from '@mantine/core';
import { getSubscription, subscribeAgain, unsubscribe } from '@pgis/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, callApi } from '../../api/index.ts';
import { errorText, useTexts } from '../../i18n/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { BaseMapBackdrop } from './BaseMapBackdrop.tsx';
import { Card } from './Card.tsx';
import classes from './MailsScreen.module.css';

/** The shortened address, which no line breaks apart. */
const unbroken = (address: string): string => address.replace('…', '…\u2060');

/** The place that the last link of a reporter's mail leads to: nothing changes before the button is pressed. */
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
  const client = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const queryKey = ['subscription', token];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(getSubscription, { params: { token }, signal }),
    retry: false,
  });
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
  const change = async () => {
    setSaving(true);
    try {
      const call = isSubscribed ? unsubscribe : subscribeAgain;
      client.setQueryData(queryKey, await callApi(call, { params: { token } }));
    } catch (cause) {
      showToast({ kind: 'error', message: errorText(t, cause) });
    } finally {
      setSaving(false);
    }
  };
  return (
    <>
      <p className={classes.text} role="status">
        {t(isSubscribed ? 'MAILS.ON' : 'MAILS.OFF', { address: unbroken(address) })}
      </p>
      <Button
        size="lg"
        fullWidth
        variant={isSubscribed ? 'filled' : 'default'}
        loading={isSaving}
        onClick={() => void change()}
      >
        {t(isSubscribed ? 'MAILS.STOP' : 'MAILS.AGAIN')}
      </Button>
    </>
  );
}
