import { limits } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { listOutdatedSpacings } from '../../layers/density/listOutdatedSpacings.ts';
import { measureSpacing } from '../../layers/density/measureSpacing.ts';

const EVERY_S = 300;

/** Measures thinned layers and heat maps again whose objects have changed. Imports and changes of the layer measure it themselves. */
export function scheduleMeasuring({ database, jobs }: AppDeps): void {
  jobs.register({
    kind: 'measure-spacing',
    period: {
      everyS: EVERY_S,
      firstAfterS: EVERY_S,
      hasWork: async () => (await listOutdatedSpacings(database.db)).length > 0,
    },
    async run(_, { signal, extendLease }) {
      const layerIds = await listOutdatedSpacings(database.db);
      for (const layerId of layerIds) {
        signal.throwIfAborted();
        await inTransaction(database, { statementMs: limits.statementMs.report }, (db) =>
          measureSpacing(db, layerId),
        );
        await extendLease();
      }
      return { layers: layerIds.length };
    },
  });
}
