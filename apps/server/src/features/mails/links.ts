import type { Language } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import type { SigningPurpose } from '../../plugins/Secrets.ts';
import { readSigned, signText } from '../../plugins/signedCookie.ts';

type Links = Pick<AppDeps, 'secrets'>;

const toToken = ({ secrets }: Links, purpose: SigningPurpose, geomId: number): Promise<string> =>
  signText(secrets, purpose, String(geomId));

/** The object that a link of a mail is about; undefined when we did not make it. */
export async function findLinkedId(
  { secrets }: Links,
  purpose: 'report-link' | 'unsubscribe-link',
  token: string,
): Promise<number | undefined> {
  const text = await readSigned(secrets, purpose, token);
  return text === undefined ? undefined : Number(text);
}

export interface ReporterLinks {
  /** Shows the object in any browser, also while it waits for review. */
  readonly object: string;
  /** Page on which a person says that he wants no more mails. */
  readonly unsubscribe: string;
  /** Where his mailbox says it for him. */
  readonly oneClick: string;
}

/** Behind the `#` a token reaches no server log on the way. */
export const unsubscribePage = (publicUrl: string, language: Language, token: string): string =>
  `${publicUrl}/#/${language}/mails/${token}`;

export async function makeReporterLinks(
  deps: AppDeps,
  { geomId, language }: { readonly geomId: number; readonly language: Language },
): Promise<ReporterLinks> {
  const { publicUrl } = deps.config;
  const unsubscribe = await toToken(deps, 'unsubscribe-link', geomId);
  return {
    object: `${publicUrl}/#/${language}/report/${await toToken(deps, 'report-link', geomId)}`,
    unsubscribe: unsubscribePage(publicUrl, language, unsubscribe),
    oneClick: `${publicUrl}/api/v1/unsubscribe/${unsubscribe}`,
  };
}
