import type { ReportQuery } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../plugins/Actor.ts';
import { audit } from '../log/index.ts';
import type { RunLog } from './RunLog.ts';
import { getReportScope } from './reportScope.ts';

interface LayerRun {
  readonly actor: UserActor;
  readonly classId: number;
  readonly query: ReportQuery;
  readonly requestId: string;
}

/**
 * Who reads the report of which layer. It begins without a cursor; what follows belongs to the same run. Of the filter
 * only which keys it has: their values may name people.
 */
export async function auditLayerRun(
  { database: { db } }: AppDeps,
  log: RunLog,
  run: LayerRun,
): Promise<void> {
  const { actor, classId, query, requestId } = run;
  if (query._after !== undefined) return;
  await log.note(`${actor.userId} ${classId}`, async () => {
    const { layer } = await getReportScope(db, actor, classId);
    await audit(db, {
      actor,
      companyId: layer.companyId,
      action: 'REPORT_RUN',
      entity: 'classifier',
      entityId: layer.id,
      layerId: layer.id,
      entityName: layer.name,
      unitId: layer.owner.unitId,
      details: { filters: filtersOf(query) },
      requestId,
    });
  });
}

const noFilters: readonly string[] = ['_sort', '_size', '_page', '_after', '_totals'];

const filtersOf = (query: ReportQuery): string[] =>
  Object.entries(query)
    .filter(([key, value]) => !noFilters.includes(key) && value !== undefined && value !== false)
    .map(([key]) => key)
    .sort();
