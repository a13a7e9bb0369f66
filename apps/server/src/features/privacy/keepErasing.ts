import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { eraseOldAddresses } from './eraseOldAddresses.ts';

const DAY_MS = 86_400_000;
const SOON_MS = 60_000;

/** A minute after the start and every day from then on. Several processes may do it: what is gone is gone. */
export function keepErasing(app: FastifyInstance, deps: AppDeps): void {
  const run = () =>
    deps.background.run('erasing old addresses', app.log, async () => {
      const reports = await eraseOldAddresses(deps);
      if (reports > 0) app.log.info({ reports }, 'old addresses of reporters erased');
    });
  const soon = setTimeout(run, SOON_MS).unref();
  const daily = setInterval(run, DAY_MS).unref();
  app.addHook('onClose', async () => {
    clearTimeout(soon);
    clearInterval(daily);
  });
}
