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
  input: (one: RightsFixtures['cases'][GroupKind]) => { params?: Record<string, number>; body?: object },
): RightsCase[] =>
  groupKinds.map((kind) => ({
    call,
    ownership: `case, ${kind}`,
    input: ({ cases }) => input(cases[kind]),
    expected: expectFor(right, kind),
  }));

/** Calls about work on objects of case layers. */
export const workCases: readonly RightsCase[] = [
  ...casesOf(calls.getCase, 'seeInternalComments', ({ id }) => ({ params: { id } })),
  ...casesOf(calls.changeCases, 'editObject', ({ id }) => ({ body: { ids: [id], priority: 'high' } })),
  ...casesOf(calls.listAssignees, 'editObject', ({ layerId }) => ({ params: { classId: layerId } })),
];
