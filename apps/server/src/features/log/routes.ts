import { exportLogCsv, getLogRow, type LogRow, type LogRowId, limits, listLog } from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { getAdminScope } from '../../access/adminScope.ts';
import { AppError } from '../../errors/AppError.ts';
import { attachment } from '../../http/attachment.ts';
import { route } from '../../http/route.ts';
import { exportLog } from './exportLog.ts';
import { findLogRow, readLogPage } from './selectLog.ts';

export function logRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, listLog, ({ actor, query: { _before, _size, ...filter } }) =>
    readLogPage(deps.database.db, {
      scope: getAdminScope(actor),
      filter,
      before: _before,
      size: _size ?? limits.logPageRows,
    }),
  );

  route(app, exportLogCsv, async ({ actor, query, language, id }, reply) => {
    const csv = await exportLog(deps, { actor, filter: query, language, requestId: id });
    reply.type('text/csv; charset=utf-8').header('content-disposition', attachment('log.csv'));
    return csv;
  });

  route(app, getLogRow, ({ actor, params }) => getVisibleRow(deps, actor, params.rowId));
}

async function getVisibleRow({ database }: AppDeps, actor: UserActor, rowId: LogRowId): Promise<LogRow> {
  const row = await findLogRow(database.db, getAdminScope(actor), rowId);
  if (row === undefined) throw new AppError('NOT_FOUND');
  return row;
}
