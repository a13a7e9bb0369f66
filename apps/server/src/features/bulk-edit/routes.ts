import { addCommentToGeoms, setFieldOfGeoms, undoBulkEdit as undoCall } from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { route } from '../../http/route.ts';
import { addComments } from './addComments.ts';
import { commentsAdded, fieldSet } from './bulkChangeKinds.ts';
import type { BulkRequest } from './runBulkEdit.ts';
import { setField } from './setField.ts';
import { undoBulkEdit } from './undoBulkEdit.ts';

/** Changes of many objects of a layer at once. */
export function bulkEditRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, setFieldOfGeoms, (request) => setField(deps, { ...toBulk(request), body: request.body }));
  route(app, addCommentToGeoms, (request) => addComments(deps, { ...toBulk(request), body: request.body }));
  route(app, undoCall, (request) => undoBulkEdit(deps, toBulk(request)));
  deps.changeKinds.register(fieldSet, commentsAdded);
}

interface Requested<P> extends Pick<BulkRequest, 'actor' | 'language'> {
  readonly id: string;
  readonly params: P;
  readonly headers: { readonly 'idempotency-key'?: string };
}

const toBulk = <P>({ actor, language, id, params, headers }: Requested<P>) => ({
  actor,
  language,
  ...params,
  requestId: id,
  idempotencyKey: headers['idempotency-key'],
});
