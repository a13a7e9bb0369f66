import { limits, type ObjectId } from '@pgis/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Secrets } from './Secrets.ts';
import { readSignedCookie, type SignedCookie, setSignedCookie } from './signedCookie.ts';

/** Ids of the reports that were opened in this browser by the link in their mail, newest first. */
const cookie: SignedCookie = {
  name: 'pgis_reports',
  purpose: 'reports-cookie',
  value: /^\d{1,16}(-\d{1,16})*$/,
};

export async function readReportIds(secrets: Secrets, request: FastifyRequest): Promise<ObjectId[]> {
  const text = await readSignedCookie(secrets, request, cookie);
  return text === undefined ? [] : text.split('-').map(Number);
}

/** Lets this browser see the report from now on, like the browser in which it was made (D-CLS-07). */
export async function rememberReport(
  secrets: Secrets,
  exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  id: ObjectId,
): Promise<void> {
  const others = (await readReportIds(secrets, exchange.request)).filter((known) => known !== id);
  const ids = [id, ...others].slice(0, limits.openedReports);
  await setSignedCookie(secrets, exchange, { ...cookie, text: ids.join('-') });
}
