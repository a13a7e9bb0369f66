import { getChange as getCall, listChanges as listCall, undoChange as undoCall } from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { route } from '../../http/route.ts';
import { expireChanges } from './expireChanges.ts';
import { getChange, listChanges } from './showChanges.ts';
import { startUndo } from './startUndo.ts';
import { undoJobKind } from './undoJob.ts';

/** A day passes before the first run, so that an upgrade can be taken back before anything is deleted for good. */
const EXPIRY_S = 86_400;

/** One list of what was changed at large, and its undo; the features that make the changes say how. */
export function changeRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, listCall, ({ actor, language, query: { _own, _before, _size } }) =>
    listChanges(deps, { actor, language, isOwn: _own === true, before: _before, size: _size }),
  );
  route(app, getCall, ({ actor, language, params }) =>
    getChange(deps, { actor, language, id: params.changeId }),
  );
  route(app, undoCall, ({ actor, language, params, id: requestId }) =>
    startUndo(deps, { actor, language, id: params.changeId, requestId }),
  );
  deps.jobs.register(undoJobKind(deps));
  deps.jobs.register({
    kind: 'expire-changes',
    period: { everyS: EXPIRY_S, firstAfterS: EXPIRY_S },
    run: (_, { signal }) => expireChanges(deps, signal),
  });
}
