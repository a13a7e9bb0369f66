import * as calls from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { rememberReport } from '../../access/openedReports.ts';
import { AppError } from '../../errors/AppError.ts';
import { route } from '../../http/route.ts';
import { type MailWriters, mailJobKinds } from '../../mail/mailJobs.ts';
import { findLinkedId, unsubscribePage } from '../../mail/mailLinks.ts';
import { writeAssignment } from '../cases/index.ts';
import { writeReportMail } from '../report-schedules/index.ts';
import { writeInvitation, writeReset } from '../users/index.ts';
import { writeFollowConfirmation, writeNews } from './newsMail.ts';
import * as refusals from './refusals.ts';
import { writeCommentNews, writeMergeNews, writeReceipt, writeReviewNews } from './reporterMail.ts';

/** The links of mails (D-OBJ-07), and the jobs that send mails. */
export function mailRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, calls.openReport, async (request, reply) => {
    const id = await findLinkedId(deps, 'report-link', request.body.token);
    if (id === undefined) throw new AppError('INVALID_LINK');
    await rememberReport(deps.secrets, { request, reply }, id);
    return { id };
  });

  route(app, calls.getSubscription, async ({ params: { token }, headers, language }, reply) => {
    // Whoever follows the address of the mail's header by hand wants to read something.
    if (headers.accept?.includes('text/html'))
      return reply.redirect(unsubscribePage(deps.config.publicUrl, language, token), 303) as never;
    return await refusals.getSubscription(deps, token);
  });
  route(app, calls.unsubscribe, ({ params, id }) => refusals.unsubscribe(deps, params.token, id));
  route(app, calls.subscribeAgain, ({ params }) => refusals.subscribeAgain(deps, params.token));

  const kinds = mailJobKinds({
    sender: deps.mail,
    writers: mailWriters(deps),
    hostname: new URL(deps.config.publicUrl).hostname,
  });
  for (const kind of kinds) deps.jobs.register(kind);
}

/** One writer for each template of a mail job. */
const mailWriters = (deps: AppDeps): MailWriters => ({
  invitation: (job) => writeInvitation(deps, job),
  reset: (job) => writeReset(deps, job),
  receipt: (job) => writeReceipt(deps, job),
  comment: (job) => writeCommentNews(deps, job),
  review: (job) => writeReviewNews(deps, job),
  merged: (job) => writeMergeNews(deps, job),
  assignment: (job) => writeAssignment(deps, job),
  escalation: (job) => writeAssignment(deps, job),
  news: (job) => writeNews(deps, job),
  report: (job) => writeReportMail(deps, job),
  followConfirmation: (job) => writeFollowConfirmation(deps, job),
});
