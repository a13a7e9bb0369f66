import { toLonLat } from '@pgis/geo';
import type { Database } from '@pgis/server';
import { addLayer, addObject } from '@pgis/testkit';
import type { NotedCase } from './notedCase.ts';

/** Word of its address, by which a search finds it. */
export const blurredText = 'bl0rred';
const position = [2_345_678.25, 7_654_321.75] as const;
/** Digits of the position in metres and in degrees, to about a metre; the middle of its cell has others. */
export const blurredTraces: readonly string[] = [
  ...position.map((metres) => metres.toFixed(0).slice(0, 6)),
  ...toLonLat([...position]).map((degrees) => degrees.toFixed(7).slice(0, 8)),
];
/** A corner of a view that holds the position and not the middle of its cell. */
export const blurredCorner = [position[0] - 10, position[1] - 10] as const;

/** Adds a public case in a layer that blurs positions. */
export async function addBlurredCase(database: Database, groupId: number): Promise<NotedCase> {
  const caseLayer = { dueDays: 5, days: 'working' } as const;
  const layerId = await addLayer(database, {
    ...{ groupId, caseLayer, blurPositions: true, allObjectsPublic: true, allowPublicRegistration: true },
  });
  const wkt = `POINT(${position.join(' ')})`;
  return {
    id: await addObject(database, { classId: layerId, name: blurredText, wkt, isPublic: true }),
    layerId,
  };
}
