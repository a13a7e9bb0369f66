import type { ReportQuery } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../plugins/Actor.ts';
import { audit } from '../log/index.ts';
import { getReportScope } from './reportScope.ts';

/** Whoever turns the columns about runs a report again and again: one row a minute, user and layer says it. */
const EVERY_MS = 60_000;
const MOST_KEPT = 1_000;

interface Run {
  readonly actor: UserActor;
  readonly classId: number;
  readonly query: ReportQuery;
  readonly requestId: string;
}

/** D-LOG-01, REPORT_RUN: who reads the report of which layer. */
export class RunLog {
  readonly #deps: AppDeps;
  readonly #noted = new Map<string, number>();

  constructor(deps: AppDeps) {
    this.#deps = deps;
  }

  /** A report begins without a cursor; what follows belongs to the same run. */
  async note(run: Run): Promise<void> {
    if (run.query._after !== undefined) return;
    const key = `${run.actor.userId} ${run.classId}`;
    const now = performance.now();
    if (now - (this.#noted.get(key) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) return;
    if (this.#noted.size >= MOST_KEPT) this.#noted.clear();
    this.#noted.set(key, now);
    try {
      await this.#write(run);
    } catch (error) {
      this.#noted.delete(key);
      throw error;
    }
  }

  /** Of the filter only which keys it has: their values may name people. */
  async #write({ actor, classId, query, requestId }: Run): Promise<void> {
    const { db } = this.#deps.database;
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
  }
}

const noFilters: readonly string[] = ['_sort', '_size', '_page', '_after', '_totals'];

const filtersOf = (query: ReportQuery): string[] =>
  Object.entries(query)
    .filter(([key, value]) => !noFilters.includes(key) && value !== undefined && value !== false)
    .map(([key]) => key)
    .sort();
