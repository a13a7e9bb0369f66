import { getSubscription, subscribeAgain, unsubscribe } from '@pgis/contract';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/index.ts';
import { afterSuccess } from '../ui/forms/mutationEffects.ts';

const subscriptionKey = (token: string) => ['subscription', token];

/** The mails that the holder of the link gets about a report. */
export const subscriptionQuery = (token: string) =>
  queryOptions({
    queryKey: subscriptionKey(token),
    queryFn: ({ signal }) => callApi(getSubscription, { params: { token }, signal }),
    retry: false,
  });

/** Turns the mails on or off. */
export const changeSubscription = (token: string) =>
  mutationOptions({
    mutationFn: (isOn: boolean) => callApi(isOn ? subscribeAgain : unsubscribe, { params: { token } }),
    ...afterSuccess((client, saved) => void client.setQueryData(subscriptionKey(token), saved)),
  });
