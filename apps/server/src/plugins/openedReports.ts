import { limits } from '@pgis/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Secrets } from './Secrets.ts';
import { readSignedCookie, type SignedCookie, setSignedCookie } from './signedCookie.ts';

/** Ids of the reports that were opened here by the link of their mail, the newest first. */
const cookie: SignedCookie = {
  name: 'pgis_reports',
  purpose: 'reports-cookie',
  value: /^\d{1,16}(-\d{1,16})*$/,
};

export async function readReportIds(secrets: Secrets, request: FastifyRequest): Promise<number[]> {
  const text = await readSignedCookie(secrets, request, cookie);
  return text === undefined ? [] : text.split('-').map(Number);
}

/** This browser is let see the report from now on, as the browser in which it was made is (D-CLS-07). */
export async function rememberReport(
  secrets: Secrets,
  exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  id: number,
): Promise<void> {
  const others = (await readReportIds(secrets, exchange.request)).filter((known) => known !== id);
  const ids = [id, ...others].slice(0, limits.openedReports);
  await setSignedCookie(secrets, exchange, cookie, ids.join('-'));
}
