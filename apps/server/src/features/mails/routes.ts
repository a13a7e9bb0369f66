import * as calls from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { AppError } from '../../http/AppError.ts';
import { route } from '../../http/route.ts';
import { sendDueMails } from '../../mail/sendDueMails.ts';
import { rememberReport } from '../../plugins/openedReports.ts';
import { findLinkedId, unsubscribePage } from './links.ts';
import { mailWriters } from './mailWriters.ts';
import * as refusals from './refusals.ts';

const LOOK_MS = 2_000;

/** The links of mails (D-OBJ-07), and the mails themselves, which leave from here. */
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

  sendRegularly(app, deps);
}

/** Looks for mails that are due, one look at a time. */
function sendRegularly(app: FastifyInstance, deps: AppDeps): void {
  let isSending = false;
  const timer = setInterval(() => {
    if (isSending) return;
    isSending = true;
    deps.background.run('sending mails', app.log, async () => {
      try {
        await sendDueMails(deps, mailWriters, app.log);
      } finally {
        isSending = false;
      }
    });
  }, LOOK_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
