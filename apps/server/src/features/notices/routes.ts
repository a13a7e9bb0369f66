import {
  countNotices as countCall,
  listNotices as listCall,
  setNoticeMail as mailCall,
  readNotices as readCall,
} from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { route } from '../../http/route.ts';
import { newsJobKind } from './newsJob.ts';
import { noticeCleanup } from './noticeCleanup.ts';
import { overdueJobKind } from './overdueJob.ts';
import { countUnread, markRead, ofUser, readNoticeMail, selectNotices } from './selectNotices.ts';
import { setNoticeMail } from './setNoticeMail.ts';

const DEFAULT_PAGE_ROWS = 20;

/** Notices of the bell, each user their own. */
export function noticeRoutes(app: FastifyInstance, deps: AppDeps): void {
  const { db } = deps.database;
  route(app, countCall, async ({ actor }) => ({ unread: await countUnread(db, actor) }));

  route(app, listCall, async ({ actor, language, query }) => {
    const { _unread: onlyUnread = false, _page = 1, _size: size = DEFAULT_PAGE_ROWS } = query;
    const offset = (_page - 1) * size;
    const rows = await selectNotices(
      db,
      { actor, language, owner: ofUser(actor) },
      { onlyUnread, size: size + 1, offset },
    );
    const items = rows.slice(0, size);
    const unread = await countUnread(db, actor);
    return { items, hasMore: rows.length > size, unread, mail: await readNoticeMail(db, actor) };
  });

  route(app, readCall, ({ actor, body }) =>
    inTransaction(deps.database, {}, async (trx) => {
      await markRead(trx, actor, body);
      return { unread: await countUnread(trx, actor) };
    }),
  );

  route(app, mailCall, async ({ actor, body: { mail } }) => {
    await setNoticeMail(deps, actor, mail);
    return { mail };
  });

  deps.jobs.register(overdueJobKind(deps));
  deps.jobs.register(newsJobKind(deps));
  deps.jobs.register(noticeCleanup(deps));
}
