import { readFileSync } from 'node:fs';
import { factsFileOf } from './accounts.ts';
import { ownServer } from './servers.ts';

/** Facts about the data that the preparation found. */
export interface PreparedData {
  readonly isRealData: boolean;
  readonly parcelCount: number;
  /** Layer ids by the name that a visitor sees. */
  readonly layerIds: Readonly<Record<string, number>>;
  /** Layers that are on at a first visit. */
  readonly defaultLayerIds: readonly number[];
}

let preparedData: PreparedData | undefined;

export function readPreparedData(): PreparedData {
  preparedData ??= JSON.parse(readFileSync(factsFileOf(ownServer), 'utf8')) as PreparedData;
  return preparedData;
}

export function layerIdOf(name: string): number {
  const id = readPreparedData().layerIds[name];
  if (id === undefined) throw new Error(`there is no layer ${name}`);
  return id;
}
