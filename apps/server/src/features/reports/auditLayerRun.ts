import type { LayerId, ReportQuery } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { audit } from '../../audit/audit.ts';
import type { RunLog } from './RunLog.ts';
import { getReportLayer } from './reportQuery.ts';

interface LayerRun {
  readonly actor: UserActor;
  readonly classId: LayerId;
  readonly query: ReportQuery;
  readonly requestId: string;
}

/**
 * Logs who reads the report of which layer. Pages with a cursor belong to the run that began without one. The log keeps the
 * keys of the filter and not its values, which may name people.
 */
export async function auditLayerRun(
  { database: { db } }: AppDeps,
  log: RunLog,
  run: LayerRun,
): Promise<void> {
  const { actor, classId, query, requestId } = run;
  if (query._after !== undefined) return;
  await log.logOnce(`${actor.userId} ${classId}`, async () => {
    const { layer } = await getReportLayer(db, actor, classId);
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
