import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@pgis/contract';
import { prepareWithoutSchema } from '../db/databaseSnapshots.ts';
import { type EmbeddedDatabase, openEmbedded, removeAbandoned } from '../db/embedded/openEmbedded.ts';
import type { ObjectToInsert } from '../objects/insertObjects.ts';

export type RepairedGeometry = { readonly shape: string } | { readonly problem: string };

export interface RepairLimits {
  readonly statementMs: number;
  readonly memoryMb: number;
  /** Geometries that may exceed the other limits before the repair gives up: each costs a restart of the engine. */
  readonly exceeded: number;
}

const FOLDER_PREFIX = 'pgis-repair-';

const defaultLimits: RepairLimits = { statementMs: 10_000, memoryMb: 1_500, exceeded: 10 };

/**
 * Repairs invalid geometries with ST_MakeValid. One polygon can take all memory of a machine and the database with it
 * (decision 0038), so it runs in an engine of its own: a process without data that is killed past its limits and
 * started again for the next geometry. The engine starts with the first one.
 */
export class GeometryRepair implements AsyncDisposable {
  readonly #limits: RepairLimits;
  #engine: Promise<OwnEngine> | undefined;
  #exceeded = 0;

  constructor(repairLimits: Partial<RepairLimits> = {}) {
    this.#limits = { ...defaultLimits, ...repairLimits };
  }

  /** Starts the engine for a caller that cannot wait for it later. */
  async start(): Promise<void> {
    await this.#getEngine();
  }

  /** Returns the valid geometry of the same kind as EWKB in hexadecimal, or why there is none. */
  async repair({ shape, kind }: Pick<ObjectToInsert, 'shape' | 'kind'>): Promise<RepairedGeometry> {
    if (this.#exceeded >= this.#limits.exceeded)
      return {
        problem: `not repaired, because ${this.#exceeded} geometries before it took too much time or memory`,
      };
    const engine = await this.#getEngine().catch(() => undefined);
    if (engine === undefined)
      return { problem: 'not repaired, because the engine for repairs does not start' };
    try {
      const { rows } = await engine.database.pool.query<Measured>(repairSql, [shape, kind]);
      return toRepaired(rows[0]);
    } catch (error) {
      const problem = this.#findExceeded(error);
      if (problem === undefined) return { problem: 'it cannot be repaired' };
      this.#exceeded += 1;
      return { problem };
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const engine = await this.#engine?.catch(() => undefined);
    if (engine === undefined) return;
    await engine.database.close();
    await rm(engine.dataDir, { recursive: true, force: true });
  }

  #getEngine(): Promise<OwnEngine> {
    this.#engine ??= startEngine(this.#limits);
    return this.#engine;
  }

  /** A process that is killed in the middle of an answer ends the connection without a code. */
  #findExceeded(error: unknown): string | undefined {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const { statementMs, memoryMb } = this.#limits;
    if (code === '57014') return `repairing it took more than ${statementMs / 1_000} s`;
    if (code === '53200') return `repairing it took more than ${memoryMb} MB of memory`;
    if (code === undefined || code === 'ECONNRESET') return 'repairing it took too much time or memory';
    return undefined;
  }
}

/** A folder is made a moment before its engine locks it. */
const LOCKED_AFTER_MS = 60_000;

/** Deletes the folders of engines whose process was killed. */
export async function sweepRepairFolders(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(FOLDER_PREFIX))) {
    const dataDir = join(tmpdir(), name);
    const found = await stat(dataDir).catch(() => undefined);
    const isOwn = found?.uid === process.getuid?.();
    if (found?.isDirectory() && isOwn && Date.now() - found.mtimeMs >= LOCKED_AFTER_MS)
      await removeAbandoned(dataDir);
  }
}

interface OwnEngine {
  readonly dataDir: string;
  readonly database: EmbeddedDatabase;
}

async function startEngine({ statementMs, memoryMb }: RepairLimits): Promise<OwnEngine> {
  const dataDir = await mkdtemp(join(tmpdir(), FOLDER_PREFIX));
  try {
    const database = await openEmbedded({
      dataDir,
      mode: 'server',
      onProgress: () => {},
      limits: { statementMs },
      maxMemoryMb: memoryMb,
      prepare: prepareWithoutSchema,
    });
    return { dataDir, database };
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
}

interface Measured {
  readonly shape: string;
  readonly isEmpty: boolean;
  readonly vertices: number;
  readonly rings: number;
  readonly parts: number;
}

/**
 * The method "structure" joins parts and rings that overlap; the older one would cut what two of them share out of the
 * area. What is left of another kind, such as the line into which a flat polygon falls, is dropped.
 */
const repairSql = `
  WITH repaired AS MATERIALIZED (
    SELECT ST_CollectionExtract(ST_MakeValid($1::geometry, 'method=structure keepcollapsed=false'), $2) AS shape
  )
  SELECT (CASE WHEN ST_NumGeometries(shape) = 1 THEN ST_GeometryN(shape, 1) ELSE shape END)::text AS shape,
         ST_IsEmpty(shape) AS "isEmpty", ST_NPoints(shape) AS vertices, ST_NRings(shape) AS rings,
         ST_NumGeometries(shape) AS parts
  FROM repaired`;

function toRepaired(measured: Measured | undefined): RepairedGeometry {
  if (measured === undefined || measured.isEmpty)
    return { problem: 'nothing of it is left when it is repaired' };
  const { shape, vertices, rings, parts } = measured;
  const max = limits.geometry;
  if (vertices > max.vertices || rings > max.rings || parts > max.parts)
    return { problem: 'repaired, it has too many vertices, rings or parts' };
  return { shape };
}
