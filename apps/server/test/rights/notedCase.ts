import { callPath } from '@pgis/contract';
import { calls } from '@pgis/contract/calls';
import type { Database } from '@pgis/server';
import { addComment, addLayer, addObject, type TestApp } from '@pgis/testkit';
import { newAddress } from '../objects/ObjectWorld.ts';
import type { TestActors } from './actors.ts';

/** Text of the internal comment on an object that everybody sees. */
export const note = 'n0ted';
/** Half of it finds it and is no trace when an error repeats it. */
const noteText = 'n0te';

export interface NotedCase {
  readonly id: number;
  readonly layerId: number;
}

/** A request that reads. */
export interface Reading {
  readonly name: string;
  readonly url: string;
  /** Body of a POST request; a GET request has none. */
  readonly payload?: object;
}

/** Adds a public case with a public and an internal comment. */
export async function addNotedCase(
  database: Database,
  t: TestApp,
  { actors, groupId }: { readonly actors: TestActors; readonly groupId: number },
): Promise<NotedCase> {
  const caseLayer = { dueDays: 5, days: 'working' } as const;
  const layerId = await addLayer(database, { groupId, allowPublicRegistration: true, caseLayer });
  const id = await addObject(database, { classId: layerId, wkt: 'POINT(7 8)', isPublic: true });
  await addComment(database, { geomId: id, content: 'Public', isPublic: true });
  const { id: statusId } = await database.db
    .selectFrom('classifiers')
    .select('id')
    .where('company_id', '=', actors.own.companyId)
    .where('kind', '=', 'status')
    .where('name', '=', 'Planned')
    .executeTakeFirstOrThrow();
  const { status, text } = await t.call({
    method: 'POST',
    url: `/api/v1/geoms/${id}/comment`,
    headers: { ...newAddress(), ...actors.headers.writer },
    payload: { content: note, statusId, isPublic: false },
  });
  if (status !== 200) throw new Error(text);
  return { id, layerId };
}

const layerParams: readonly string[] = ['classifierId', 'layerId', 'classId', 'baseId'];
const objectParams: readonly string[] = ['id', 'geometryId', 'featureId'];
const readingPosts: readonly string[] = ['loadPoints', 'listFeatures', 'exportGeomCsv', 'exportObjectReport'];

interface ReadingOptions {
  readonly searchText?: string;
  /** Corner of the view, which is 20 m wide. */
  readonly corner?: readonly [x: number, y: number];
}

/** Requests of every reading route about the case: itself, its layer, and searches for the text of its comment. */
export function listNotedReadings(
  { id, layerId }: NotedCase,
  { searchText = noteText, corner: [minx, miny] = [0, 0] }: ReadingOptions = {},
): readonly Reading[] {
  const paramOf = (name: string): number => {
    if (objectParams.includes(name)) return id;
    return layerParams.includes(name) ? layerId : 1;
  };
  const gets = calls
    .filter(({ method, path }) => method === 'GET' && !/:(fileId|z)\b/.test(path))
    .flatMap((call) => {
      const names = [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
      const path = callPath(call, Object.fromEntries(names.map((name) => [name, paramOf(name)])));
      return ['', `?_q=${searchText}`, `?q=${searchText}&lon=0&lat=0`].map((query) => ({
        name: call.name,
        url: path + query,
      }));
    });
  const view = { minx, miny, maxx: minx + 20, maxy: miny + 20, zoom: 18, classifiers: [layerId] };
  const posts = calls
    .filter(({ name }) => readingPosts.includes(name))
    .map((call) => ({
      name: call.name,
      url: callPath(call, { id, classifierId: layerId }),
      payload: call.name.startsWith('export') ? {} : view,
    }));
  return [...gets, ...posts];
}
