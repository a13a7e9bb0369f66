import type { Call } from '@pgis/contract';
import * as calls from '@pgis/contract';
import { type ActorName, highestRoleOf, roleOf } from './actors.ts';
import type { RightsCase } from './companyCases.ts';
import { type Answer, permissionOf } from './expectAnswer.ts';
import type { LayerKind } from './layerKinds.ts';

const editsSomewhere = (actor: ActorName): boolean =>
  permissionOf('editObject', actor, highestRoleOf(actor)) === 'yes';

/** A change of others exists for those who edit objects in its unit. */
function expectForChange(actor: ActorName, kind: LayerKind): Answer {
  if (!editsSomewhere(actor)) return 403;
  const owner = kind === 'foreign' ? 'foreign' : 'roads';
  const edits = permissionOf('editObject', actor, roleOf(actor, owner)) === 'yes';
  return kind !== 'absent' && edits ? 'allowed' : 404;
}

export const changeCases: readonly RightsCase[] = [
  {
    call: calls.listChanges,
    ownership: 'of the company',
    input: () => ({}),
    expected: (actor) => (editsSomewhere(actor) ? 'allowed' : 403),
  },
  ...[calls.getChange, calls.undoChange].flatMap((call: Call) =>
    (['listed', 'foreign', 'absent'] as const).map(
      (kind): RightsCase => ({
        call,
        ownership: `change in a layer, ${kind}`,
        input: async ({ bulk }) => ({ params: { changeId: await bulk.changeOf(kind) } }),
        expected: (actor) => expectForChange(actor, kind),
        // It is undone once.
        alsoAllowed: [409],
      }),
    ),
  ),
];
