import type { ObjectId } from '@pgis/contract';
import type { StatusName } from '../features/companies/defaultStatuses.ts';
import type { DemoObject } from './demoObjects.ts';
import { randomFrom } from './random.ts';

export interface DemoComment {
  readonly geomId: ObjectId;
  readonly content: string;
  readonly status: StatusName;
  readonly isPublic: boolean;
  readonly ageDays: number;
}

const steps: readonly (readonly [StatusName, string, boolean])[] = [
  ['Under review', 'Thank you, we will have a look.', true],
  ['Planned', 'A crew is booked for this week.', true],
  ['In progress', 'Work has begun.', true],
  ['In progress', 'Waiting for the supplier, no date yet.', false],
  ['Done', 'Repaired.', true],
];

/** Makes comments that take most reports some way through the statuses; a few are refused. */
export function demoComments(geoms: readonly { id: number; object: DemoObject }[]): DemoComment[] {
  const random = randomFrom(2_026);
  return geoms
    .filter(({ object }) => ['roadDamage', 'lighting', 'dumping'].includes(object.layer))
    .flatMap(({ id, object }): DemoComment[] => {
      if (random.chance(0.12))
        return [
          {
            geomId: id,
            content: 'This road belongs to the state road authority; we passed it on.',
            status: 'Not our responsibility',
            isPublic: true,
            ageDays: object.ageDays * 0.5,
          },
        ];
      const stepCount = random.whole(0, steps.length);
      return steps.slice(0, stepCount).map(([status, content, isPublic], index) => ({
        geomId: id,
        content,
        status,
        isPublic,
        ageDays: object.ageDays * (0.9 - 0.16 * index),
      }));
    });
}
