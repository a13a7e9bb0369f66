import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { eraseOldAddresses, eraseOldMailFiles } from './eraseOldAddresses.ts';

const DAY_S = 86_400;
const FIRST_AFTER_S = 60;

/** Once a day; the folder of mails may be on a disk that only this process sees, so every process clears its own. */
export function scheduleErasure(_app: FastifyInstance, deps: AppDeps): void {
  deps.jobs.register({
    kind: 'erase-addresses',
    period: { everyS: DAY_S, firstAfterS: FIRST_AFTER_S },
    async run(_, { log }) {
      const reports = await eraseOldAddresses(deps);
      if (reports > 0) log.info({ reports }, 'old addresses of reporters erased');
      return { reports };
    },
  });
  deps.jobs.repeat({
    name: 'erasing old mail files',
    everyS: DAY_S,
    firstAfterS: FIRST_AFTER_S,
    run: async () => void (await eraseOldMailFiles(deps)),
  });
}
