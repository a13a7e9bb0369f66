import { addCommentToGeoms, setFieldOfGeoms, undoBulkEdit as undoCall } from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { route } from '../../http/route.ts';
import { addComments } from './addComments.ts';
import { setField } from './setField.ts';
import { undoBulkEdit } from './undoBulkEdit.ts';

/** Changes of many objects of a layer at once. */
export function bulkEditRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, setFieldOfGeoms, ({ actor, language, params, body, headers, id: requestId }) =>
    setField(deps, {
      actor,
      language,
      ...params,
      body,
      requestId,
      idempotencyKey: headers['idempotency-key'],
    }),
  );

  route(app, addCommentToGeoms, ({ actor, language, params, body, headers, id: requestId }) =>
    addComments(deps, {
      actor,
      language,
      ...params,
      body,
      requestId,
      idempotencyKey: headers['idempotency-key'],
    }),
  );

  route(app, undoCall, ({ actor, language, params, headers, id: requestId }) =>
    undoBulkEdit(deps, {
      actor,
      language,
      ...params,
      requestId,
      idempotencyKey: headers['idempotency-key'],
    }),
  );
}
