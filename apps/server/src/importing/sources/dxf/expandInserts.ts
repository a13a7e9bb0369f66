import { type Geometry, mapPositions, type Position } from '@pgis/geo';
import type { IDxf } from 'dxf-parser';
import { SourceError } from '../../SourceError.ts';
import type { DxfEntity } from './DxfEntity.ts';

/** Blocks within blocks, and entities that all insertions together may make. */
const MAX_DEPTH = 16;
const MAX_ENTITIES = 1_000_000;

export interface PlacedEntity {
  readonly entity: DxfEntity;
  /** Moves a geometry of the entity from its block to the drawing. */
  readonly place: (geometry: Geometry) => Geometry;
}

type Transform = (position: Position) => Position;

interface Insert extends DxfEntity {
  readonly xScale?: number;
  readonly yScale?: number;
  readonly rotation?: number;
}

/**
 * Yields the entities of a drawing, those of its blocks at each place where they are inserted.
 *
 * @throws Error when blocks contain each other, or insertions multiply beyond the limit.
 */
export function* expandInserts(drawing: IDxf): Generator<PlacedEntity> {
  let count = 0;
  function* expand(
    entities: readonly DxfEntity[],
    transform: Transform,
    depth: number,
  ): Generator<PlacedEntity> {
    for (const entity of entities) {
      if (++count > MAX_ENTITIES)
        throw new SourceError('TOO_LARGE', 'The drawing has more than 1 000 000 objects in its blocks.');
      const block = entity.type === 'INSERT' ? drawing.blocks?.[entity.name ?? ''] : undefined;
      const inner = block?.entities as readonly DxfEntity[] | undefined;
      if (inner === undefined || inner.length === 0 || block === undefined) {
        yield { entity, place: (geometry) => mapPositions(geometry, transform) };
        continue;
      }
      if (depth >= MAX_DEPTH)
        throw new SourceError('TOO_DEEP', 'The blocks of the drawing are nested too deeply.');
      yield* expand(inner, toTransform(entity, block.position, transform), depth + 1);
    }
  }
  yield* expand(drawing.entities as readonly DxfEntity[], (position) => position, 0);
}

function toTransform(
  insert: Insert,
  base: { x: number; y: number } | undefined,
  outer: Transform,
): Transform {
  const { xScale = 1, yScale = 1, rotation = 0, position = { x: 0, y: 0 } } = insert;
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return ([x, y]) => {
    const [dx, dy] = [(x - (base?.x ?? 0)) * xScale, (y - (base?.y ?? 0)) * yScale];
    return outer([position.x + dx * cos - dy * sin, position.y + dx * sin + dy * cos]);
  };
}
