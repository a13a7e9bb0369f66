import type { Call, Right } from '@pgis/contract';
import * as calls from '@pgis/contract';
import { type ActorName, roleOf } from './actors.ts';
import type { RightsCase } from './companyCases.ts';
import { type Answer, permissionOf } from './expectAnswer.ts';
import { type GroupKind, groupKinds, type RightsFixtures } from './rightsFixtures.ts';

/** Work on an object is visible to the levels of its unit, even where the object is public. */
const expectFor =
  (right: Right, kind: GroupKind) =>
  (actor: ActorName): Answer => {
    if (kind === 'absent') return 404;
    const role = roleOf(actor, kind === 'own' ? 'roads' : 'foreign');
    if (permissionOf('seeInternalComments', actor, role) !== 'yes') return 404;
    return permissionOf(right, actor, role) === 'yes' ? 'allowed' : 403;
  };

const casesOf = (
  call: Call,
  right: Right,
  input: (one: RightsFixtures['cases'][GroupKind]) => {
    params?: Record<string, number>;
    query?: string;
    body?: object;
  },
  alsoAllowed: readonly number[] = [],
): RightsCase[] =>
  groupKinds.map((kind) => ({
    call,
    ownership: `case, ${kind}`,
    input: ({ cases }) => input(cases[kind]),
    expected: expectFor(right, kind),
    alsoAllowed,
  }));

/** Nobody has seen this version, so that no actor takes the cases away from the next one. */
const stale = (id: number) => ({ id, version: 999 });

/** Calls about work on objects of case layers. */
export const workCases: readonly RightsCase[] = [
  ...casesOf(calls.getCase, 'seeInternalComments', ({ id }) => ({ params: { id } })),
  ...casesOf(calls.changeCases, 'editObject', ({ id }) => ({ body: { ids: [id], priority: 'high' } })),
  ...casesOf(calls.listDuplicates, 'seeInternalComments', ({ id }) => ({ params: { id } })),
  ...casesOf(calls.compareCases, 'seeInternalComments', ({ id, otherId }) => ({
    query: `?_ids=${id},${otherId}`,
  })),
  ...casesOf(
    calls.mergeCases,
    'editObject',
    ({ id, otherId }) => ({ body: { keep: stale(id), merge: [stale(otherId)] } }),
    [409],
  ),
  ...(['own', 'foreign'] as const).map(
    (kind): RightsCase => ({
      call: calls.mergeCases,
      ownership: `case of another company into one, ${kind}`,
      input: ({ cases }) => ({
        body: { keep: stale(cases[kind].id), merge: [stale(cases[kind === 'own' ? 'foreign' : 'own'].id)] },
      }),
      expected: () => 404,
    }),
  ),
  ...casesOf(calls.listAssignees, 'editObject', ({ layerId }) => ({ params: { classId: layerId } })),
];
