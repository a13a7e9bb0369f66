import { readFileSync } from 'node:fs';
import type { APIRequestContext } from '@playwright/test';
import sharp from 'sharp';
import { type Role, signedInAs } from './accounts.ts';
import { toMercator } from './MapScreen.ts';
import { layerIdOf } from './preparedData.ts';

/** An object of the server, with the properties that tests read. */
export interface StoredObject {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  /** EPSG:3857. */
  readonly wkt: string;
  readonly version: number;
  readonly latestComment: unknown;
}

type LonLat = readonly [number, number];
interface Rings {
  readonly rings: readonly (readonly LonLat[])[];
}

export interface NewObject {
  /** The name of a layer of the demo, or the id of another one. */
  readonly layer: string | number;
  readonly name: string;
  readonly description?: string;
  /** lon/lat of a point, of the corners of a line, or of the closed rings of a polygon. */
  readonly at: LonLat | readonly LonLat[] | Rings;
  readonly isPublic?: boolean;
  readonly data?: Readonly<Record<string, string>>;
  readonly userEmail?: string;
}

const isOne = (at: LonLat | readonly LonLat[]): at is LonLat => typeof at[0] === 'number';
const toPath = (corners: readonly LonLat[]) =>
  corners.map((corner) => toMercator(corner).join(' ')).join(',');

export function toWkt(at: NewObject['at']): string {
  if ('rings' in at) return `POLYGON(${at.rings.map((ring) => `(${toPath(ring)})`).join(',')})`;
  return isOne(at) ? `POINT(${toMercator(at).join(' ')})` : `LINESTRING(${toPath(at)})`;
}

interface StoredState {
  readonly origins: readonly { readonly localStorage: readonly { readonly value: string }[] }[];
}

/** Returns the header that authorises a call as the user. */
export function authorizationOf(role: Role): { readonly authorization: string } {
  const { origins } = JSON.parse(readFileSync(signedInAs(role), 'utf8')) as StoredState;
  const { token } = JSON.parse(origins[0]?.localStorage[0]?.value ?? '') as { token: string };
  return { authorization: `Bearer ${token}` };
}

/** Adds an object through the API and returns its id. */
export async function addObject(api: APIRequestContext, role: Role, object: NewObject): Promise<number> {
  const {
    layer,
    name,
    description = 'Put there by a test',
    at,
    isPublic = true,
    data = {},
    ...rest
  } = object;
  const answer = await api.post('/api/v1/geoms/add', {
    headers: authorizationOf(role),
    data: {
      wkt: toWkt(at),
      name,
      description,
      classId: typeof layer === 'number' ? layer : layerIdOf(layer),
      isPublic,
      data: JSON.stringify(data),
      ...rest,
    },
  });
  if (!answer.ok()) throw new Error(`${name} cannot be added: ${answer.status()} ${await answer.text()}`);
  return ((await answer.json()) as { id: number }).id;
}

export async function readObject(
  api: APIRequestContext,
  id: number,
  role: Role = 'editor',
): Promise<StoredObject> {
  const answer = await api.get(`/api/v1/geoms/${id}`, { headers: authorizationOf(role) });
  if (!answer.ok()) throw new Error(`object ${id} cannot be read: ${answer.status()}`);
  return (await answer.json()) as StoredObject;
}

/** Returns the objects of a layer that the map loads around a position. */
export async function listAround(
  api: APIRequestContext,
  kind: 'points' | 'lines' | 'polygons',
  {
    layer,
    lonLat,
    radiusM = 5_000,
    zoom = 12,
  }: {
    readonly layer: string;
    readonly lonLat: readonly [number, number];
    readonly radiusM?: number;
    readonly zoom?: number;
  },
): Promise<readonly StoredObject[]> {
  const [x, y] = toMercator(lonLat);
  const answer = await api.post(`/api/v1/geoms/${kind}`, {
    data: {
      minx: x - radiusM,
      miny: y - radiusM,
      maxx: x + radiusM,
      maxy: y + radiusM,
      zoom,
      classifiers: [layerIdOf(layer)],
    },
  });
  return ((await answer.json()) as { features: readonly StoredObject[] }).features;
}

/** Changes the words of an object as somebody else would, beside the browser of the test. */
export const changeTopic = (api: APIRequestContext, role: Role, id: number, description: string) =>
  changeObject(api, role, id, { description });

/** Changes an object as somebody else would, beside the browser of the test. */
export async function changeObject(
  api: APIRequestContext,
  role: Role,
  id: number,
  changes: { readonly description?: string; readonly wkt?: string },
): Promise<void> {
  const headers = authorizationOf(role);
  const geom = (await (await api.get(`/api/v1/geoms/${id}`, { headers })).json()) as Record<string, unknown>;
  const answer = await api.put(`/api/v1/geoms/${id}`, {
    headers: { ...headers, 'if-match': `"${geom.version}"` },
    data: {
      name: geom.name,
      description: geom.description,
      classId: geom.classId,
      oldClassId: geom.classId,
      isPublic: geom.isPublic,
      data: geom.data,
      wkt: null,
      ...changes,
    },
  });
  if (!answer.ok())
    throw new Error(`object ${id} cannot be changed: ${answer.status()} ${await answer.text()}`);
}

/** Deletes an object that a test has added. */
export async function deleteObject(api: APIRequestContext, role: Role, id: number): Promise<void> {
  const answer = await api.delete(`/api/v1/geoms/${id}`, { headers: authorizationOf(role) });
  if (!answer.ok()) throw new Error(`object ${id} cannot be deleted: ${answer.status()}`);
}

/** Attaches a picture of one colour, made for it. */
export async function attachImage(
  api: APIRequestContext,
  role: Role,
  { id, color }: { readonly id: number; readonly color: string },
): Promise<void> {
  const image = sharp({ create: { width: 320, height: 240, channels: 3, background: color } });
  const answer = await api.post('/api/v1/geom-files', {
    headers: authorizationOf(role),
    multipart: {
      geometryId: String(id),
      file_description: color,
      file: { name: `${color}.png`, mimeType: 'image/png', buffer: await image.png().toBuffer() },
    },
  });
  if (!answer.ok()) throw new Error(`no picture on ${id}: ${answer.status()} ${await answer.text()}`);
}
