import type { FollowId, Language, ObjectId, UserId } from '@pgis/contract';
import type { AppDeps } from '../AppDeps.ts';
import type { SigningPurpose } from '../access/Secrets.ts';
import { readSigned, signText } from '../access/signedCookie.ts';

type Links = Pick<AppDeps, 'secrets'>;

const toToken = ({ secrets }: Links, purpose: SigningPurpose, id: number): Promise<string> =>
  signText(secrets, purpose, String(id));

/** Returns the object or the user that a link of a mail is about; undefined for a link that we did not make. */
export async function findLinkedId(
  { secrets }: Links,
  purpose: 'report-link' | 'unsubscribe-link' | 'news-link' | 'follow-link',
  token: string,
): Promise<number | undefined> {
  const text = await readSigned(secrets, purpose, token);
  return text === undefined ? undefined : Number(text);
}

interface NewsLinks {
  readonly userId: UserId | null;
  readonly followId?: FollowId | undefined;
  readonly language: Language;
}

/** Tokens of the pages of a report: what became of it, and its mails. */
export const makeReportTokens = async (
  links: Links,
  id: ObjectId,
): Promise<{ readonly report: string; readonly unsubscribe: string }> => ({
  report: await toToken(links, 'report-link', id),
  unsubscribe: await toToken(links, 'unsubscribe-link', id),
});

export interface ReporterLinks {
  /** Page of the report in any browser, also while it waits for review. */
  readonly object: string;
  /** Page on which the reporter unsubscribes. */
  readonly unsubscribe: string;
  /** Address at which a mail program unsubscribes with one click (RFC 8058). */
  readonly oneClick: string;
}

/** A token behind the `#` reaches no server log on the way. */
export const unsubscribePage = (publicUrl: string, language: Language, token: string): string =>
  `${publicUrl}/#/${language}/mails/${token}`;

export async function makeReporterLinks(
  deps: AppDeps,
  { geomId, language }: { readonly geomId: ObjectId; readonly language: Language },
): Promise<ReporterLinks> {
  const { publicUrl } = deps.config;
  const { report, unsubscribe } = await makeReportTokens(deps, geomId);
  return {
    object: `${publicUrl}/#/${language}/report/${report}`,
    unsubscribe: unsubscribePage(publicUrl, language, unsubscribe),
    oneClick: `${publicUrl}/api/v1/unsubscribe/${unsubscribe}`,
  };
}

/** Links that end the mails about notices of a user, or what a visitor follows; the page also confirms the latter. */
export async function makeNewsLinks(
  deps: AppDeps,
  { userId, followId, language }: NewsLinks,
): Promise<Pick<ReporterLinks, 'unsubscribe' | 'oneClick'>> {
  const { publicUrl } = deps.config;
  const token = await (userId === null
    ? toToken(deps, 'follow-link', followId ?? 0)
    : toToken(deps, 'news-link', userId));
  return {
    unsubscribe: unsubscribePage(publicUrl, language, token),
    oneClick: `${publicUrl}/api/v1/unsubscribe/${token}`,
  };
}
