import type { LayerId } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { AppDeps } from '../../AppDeps.ts';
import type { Actor } from '../../access/Actor.ts';
import type { Schema } from '../../db/schema.ts';
import { toLayerAccess } from '../../layers/getLayerAccess.ts';
import type { Layer } from '../../layers/Layer.ts';
import { layerConstants } from '../../layers/layerQuery.ts';
import { toCondition } from '../../query/toCondition.ts';
import type { Clock } from '../../runtime/Clock.ts';

const PERIOD_DAYS = 90;
/** A median of fewer says nothing about the next one. */
const MIN_SOLVED = 5;
const MAX_LAYERS = 1_000;
const DAY_MS = 86_400_000;

type Deps = Pick<AppDeps, 'database' | 'clock'>;

/**
 * Median of the days in which the reports of a layer were solved lately. It is measured once a day, because that reads every
 * report of the layer and anybody with a report may ask.
 */
export class UsualDays {
  readonly #cache: LRUCache<LayerId, { readonly days: number | null }, Layer>;

  constructor({ database, clock }: Deps) {
    this.#cache = new LRUCache({
      max: MAX_LAYERS,
      ttl: DAY_MS,
      fetchMethod: async (_id, _last, { context }) => ({ days: await measure(database.db, clock, context) }),
    });
  }

  /** Rounded up; null for a layer with too few of them. */
  async find(layer: Layer): Promise<number | null> {
    return (await this.#cache.fetch(layer.id, { context: layer }))?.days ?? null;
  }
}

/** Counts the reports that a visitor sees: hidden ones are nobody's example. */
async function measure(db: Kysely<Schema>, clock: Clock, layer: Layer): Promise<number | null> {
  const visitor: Actor = { kind: 'anonymous', visitorId: undefined, address: '' };
  const [access] = toLayerAccess(visitor, [layer]);
  if (access === undefined) return null;
  const { rows } = await sql<{ days: number | null }>`
    SELECT CASE WHEN count(*) >= ${MIN_SOLVED} THEN greatest(1, ceil(percentile_cont(0.5) WITHIN GROUP (
             ORDER BY extract(epoch FROM m.added_at - g.created_at) / 86400)))::integer END AS days
    FROM ${layerConstants(access)}
    JOIN geoms AS g ON ${toCondition({ layers: [access] })}
    JOIN comments AS m ON m.company_id = g.company_id AND m.id = g.latest_public_comment_id
    JOIN classifiers AS t ON t.company_id = m.company_id AND t.id = m.status_id
    WHERE t.status_type = 'fixed' AND m.added_at > ${clock.now} - make_interval(days => ${PERIOD_DAYS})`.execute(
    db,
  );
  return rows[0]?.days ?? null;
}
