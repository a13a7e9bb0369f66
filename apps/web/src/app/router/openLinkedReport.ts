import { openReport } from '@pgis/contract';
import { redirect } from '@tanstack/react-router';
import { callApi } from '../../api/index.ts';

/**
 * Opens the link of a reporter's mail: from now on this browser may see the report. If that fails, the map still shows
 * a report that everybody may see, and says that any other is not available.
 */
export async function openLinkedReport({
  lang,
  token,
}: {
  readonly lang: string;
  readonly token: string;
}): Promise<never> {
  await callApi(openReport, { body: { token } }).catch(() => undefined);
  const id = Number(token.split('.')[0]);
  const search = Number.isSafeInteger(id) ? { object: id } : {};
  throw redirect({ to: `/${lang}/dashboard`, search, replace: true });
}
