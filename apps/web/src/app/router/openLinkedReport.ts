import { openReport } from '@pgis/contract';
import { redirect } from '@tanstack/react-router';
import { callApi } from '../../api/index.ts';

/**
 * The link of a reporter's mail: this browser may see the report from now on, and goes to it. Where that fails the map
 * still shows it if everybody may see it, and says so if not.
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
