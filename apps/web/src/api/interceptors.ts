import { readStored } from '../storage/index.ts';
import type { Interceptor } from './exchange.ts';
import { pendingRequests } from './pendingRequests.ts';

/** HTTP-01. */
export const addAuthorization: Interceptor = async (outgoing, next) => {
  const token = readStored('currentUser')?.token ?? null;
  if (token === null) return next(outgoing);
  const headers = { ...outgoing.headers, Authorization: `Bearer ${token}` };
  return { ...(await next({ ...outgoing, headers })), sentToken: token };
};

/** SPIN-03: drives the spinner, apart from the interceptor that adds the token. */
export const countPending: Interceptor = async (outgoing, next) => {
  if (outgoing.background) return next(outgoing);
  const end = pendingRequests.begin();
  try {
    return await next(outgoing);
  } finally {
    end();
  }
};
