import { referenceOf } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import type { Mail } from '../../mail/MailSender.ts';
import type { MailJob } from '../../mail/mailJobs.ts';
import { makeReporterLinks } from '../../mail/mailLinks.ts';
import { isRefused, refusalHash } from '../../mail/mailRefusals.ts';
import { findMergedInto } from '../../objects/getObject.ts';
import { findPublicComment, findReport, type Report } from './findReport.ts';
import { type ReporterTexts, type ReviewDecision, reporterTexts } from './reporterTexts.ts';

interface Content {
  readonly subject: string;
  /** Paragraphs between the greeting and the link. */
  readonly paragraphs: readonly string[];
}

type Fill = (report: Report, texts: ReporterTexts) => Promise<Content | undefined> | Content | undefined;

/** Writes to the reporter of an object, if they want mails, in the language they reported in. */
async function writeToReporter(deps: AppDeps, job: MailJob, fill: Fill): Promise<Mail | undefined> {
  const { db } = deps.database;
  const report = await findReport(db, job.geomId ?? 0);
  if (
    report === undefined ||
    (await isRefused(db, await refusalHash(deps, { mails: 'reports', email: report.email })))
  )
    return undefined;
  const texts = reporterTexts[report.language];
  const content = await fill(report, texts);
  if (content === undefined) return undefined;
  const links = await makeReporterLinks(deps, { geomId: report.id, language: report.language });
  const parts = [
    texts.greeting,
    ...content.paragraphs,
    `${texts.seeIt}\n${links.object}`,
    report.companyName,
    `-- \n${texts.whyYou}\n${links.unsubscribe}\n`,
  ];
  return {
    to: report.email,
    subject: content.subject,
    text: parts.join('\n\n'),
    unsubscribeUrl: links.oneClick,
  };
}

/** The report to open instead of a merged one, if its reporter may see it. */
const findContinuation = ({ database: { db } }: AppDeps, { id, language }: Report) =>
  findMergedInto(
    db,
    { actor: { kind: 'anonymous', visitorId: undefined, reportIds: [id], address: '' }, language },
    id,
  );

const quote = (text: string): string => text.replace(/^/gm, '> ');

/**
 * The receipt quotes nothing that was typed: reporters may give someone else's address, and we must not
 * deliver their message there.
 */
export const writeReceipt = (deps: AppDeps, job: MailJob): Promise<Mail | undefined> =>
  writeToReporter(deps, job, ({ id, layerName, review }, texts) => ({
    subject: texts.receiptSubject(referenceOf(id)),
    paragraphs: [texts.received(referenceOf(id), layerName), ...(review === 'waiting' ? [texts.waits] : [])],
  }));

/** Names the report, for reporters of more than one. */
const aboutOf = ({ id, layerName, name, description }: Report, texts: ReporterTexts): string =>
  [texts.about(referenceOf(id), layerName), [name, description].filter((text) => text !== '').join(', ')]
    .filter((line) => line !== '')
    .join('\n');

export const writeCommentNews = (deps: AppDeps, job: MailJob): Promise<Mail | undefined> =>
  writeToReporter(deps, job, async (report, texts) => {
    const { language } = report;
    const geomId = report.mergedInto === null ? report.id : await findContinuation(deps, report);
    if (geomId === undefined) return undefined;
    const commentId = Number(job.details.commentId);
    const comment = await findPublicComment(deps.database.db, { commentId, geomId, language });
    return (
      comment && {
        subject: texts.newsSubject(referenceOf(report.id), comment.status),
        paragraphs: [aboutOf(report, texts), texts.newStatus(comment.status), quote(comment.content)],
      }
    );
  });

/** True while the decision still stands. */
const isCurrent = (decision: ReviewDecision, { review }: Report): boolean =>
  decision === 'hide' ? review === 'hidden' : review === null;

export const writeReviewNews = (deps: AppDeps, job: MailJob): Promise<Mail | undefined> =>
  writeToReporter(deps, job, (report, texts) => {
    const decision = job.details.decision as ReviewDecision;
    if (!isCurrent(decision, report)) return undefined;
    const { news, text } = texts.decided[decision];
    const reason = decision === 'hide' ? [`${texts.reason}\n${quote(report.hiddenReason)}`] : [];
    return {
      subject: texts.newsSubject(referenceOf(report.id), news),
      paragraphs: [aboutOf(report, texts), text, ...reason],
    };
  });

/** Says nothing once the merge is undone, or where the reporter would find nothing. */
export const writeMergeNews = (deps: AppDeps, job: MailJob): Promise<Mail | undefined> =>
  writeToReporter(deps, job, async (report, texts) => {
    const id = await findContinuation(deps, report);
    if (id === undefined) return undefined;
    return {
      subject: texts.newsSubject(referenceOf(report.id), texts.merged.news),
      paragraphs: [aboutOf(report, texts), texts.merged.text(referenceOf(id))],
    };
  });
