import { readFileSync } from 'node:fs';
import { factsFile } from './accounts.ts';

/** What the preparation found out about the data. */
export interface Facts {
  readonly isRealData: boolean;
  readonly parcelCount: number;
  /** By the name that a visitor sees. */
  readonly layerIds: Readonly<Record<string, number>>;
  /** Layers that are on at a first visit. */
  readonly defaultLayerIds: readonly number[];
}

let facts: Facts | undefined;

export function readFacts(): Facts {
  facts ??= JSON.parse(readFileSync(factsFile, 'utf8')) as Facts;
  return facts;
}

export function layerIdOf(name: string): number {
  const id = readFacts().layerIds[name];
  if (id === undefined) throw new Error(`there is no layer ${name}`);
  return id;
}
