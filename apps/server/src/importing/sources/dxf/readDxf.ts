import type { Geometry, Position } from '@pgis/geo';
import dxfParser, { type IDxf } from 'dxf-parser';
import { readWhole } from '../../files/readWhole.ts';
import { baseNameOf, type SourceFile } from '../../files/SourceFile.ts';
import { SourceError } from '../../SourceError.ts';
import { decodeBytes, type FoundEncoding, findEncoding, toEncoding } from '../../text/encodings.ts';
import type { FeatureSource, ReadFeature } from '../SourceFeature.ts';
import type { SourceOptions } from '../SourceOptions.ts';
import type { DxfEntity, DxfPoint } from './DxfEntity.ts';
import { expandInserts } from './expandInserts.ts';

/** The parser holds a drawing in memory, at about ten times its size. */
const MAX_BYTES = 100_000_000;
/** Angle between two corners of an arc. */
const STEP = Math.PI / 36;

/** CommonJS: at run time the class is what is imported, for the compiler it is a member of that. */
const DxfParser = dxfParser as unknown as typeof dxfParser.default;

/**
 * Opens a drawing. Closed lines become polygons, arcs become lines, texts and points become points; blocks are inserted
 * where the drawing uses them. The layer of an entity is a property, because a drawing has many with few objects each.
 *
 * @throws Error when it is too large or damaged, or its blocks contain each other.
 */
export async function openDxf(
  file: SourceFile,
  { encoding: selected }: SourceOptions,
): Promise<FeatureSource> {
  const bytes = await readWhole(await file.open(), MAX_BYTES);
  const encoding = chooseEncoding(bytes, selected);
  const drawing = parse(decodeBytes(bytes, encoding.name));
  const name = baseNameOf(file.name);
  return {
    format: 'dxf',
    layers: [name],
    layer: name,
    encoding,
    declaredCrs: () => undefined,
    features: readEntities(drawing),
  };
}

/** Drawings since 2007 are UTF-8; older ones name their code page. */
function chooseEncoding(bytes: Buffer, selected: SourceOptions['encoding']): FoundEncoding {
  if (selected) return { name: selected, origin: 'selected' };
  const head = bytes.toString('latin1', 0, 20_000);
  const version = /\$ACADVER\s+1\s+AC(\d{4})/.exec(head)?.[1];
  if (version !== undefined && Number(version) >= 1021) return { name: 'utf-8', origin: 'declared' };
  const codePage = /\$DWGCODEPAGE\s+3\s+ansi_(\d+)/i.exec(head)?.[1];
  const name = toEncoding(codePage && `windows-${codePage}`);
  return name ? { name, origin: 'declared' } : findEncoding(bytes);
}

function parse(text: string): IDxf {
  let drawing: IDxf | null;
  try {
    drawing = new DxfParser().parseSync(text);
  } catch (cause) {
    throw new SourceError('DAMAGED', 'The file is not a DXF drawing in text form, or it is damaged.', {
      cause,
    });
  }
  if (drawing === null) throw new SourceError('NO_OBJECTS', 'The DXF drawing is empty.');
  return drawing;
}

async function* readEntities(drawing: IDxf): AsyncGenerator<ReadFeature> {
  let rowNumber = 0;
  for (const { entity, place } of expandInserts(drawing)) {
    rowNumber++;
    const properties = {
      layer: entity.layer,
      type: entity.type,
      ...(entity.text !== undefined && { text: toPlainText(entity.text) }),
      ...(entity.name !== undefined && { block: entity.name }),
    };
    const geometry = toGeometry(entity);
    if (geometry === undefined)
      yield {
        ...{ rowNumber, properties, reason: 'GEOMETRY_TYPE' },
        problem: `${entity.type} cannot be imported`,
      };
    else yield { rowNumber, properties, geometry: place(geometry) };
  }
}

function toGeometry(entity: DxfEntity): Geometry | undefined {
  const { type, vertices = [], position, center } = entity;
  switch (type) {
    case 'POINT':
    case 'MTEXT':
    case 'ATTDEF':
    case 'INSERT':
      return position && toPoint(position);
    case 'TEXT':
      return entity.startPoint && toPoint(entity.startPoint);
    case 'LINE':
      return toLine(vertices.map(toPosition));
    case 'LWPOLYLINE':
    case 'POLYLINE':
      return toLine(withArcs(vertices, entity.shape === true), entity.shape);
    case 'CIRCLE':
      return center && toLine(arc(center, entity.radius ?? 0, [0, 2 * Math.PI]), true);
    case 'ARC': {
      const start = entity.startAngle ?? 0;
      return center && toLine(arc(center, entity.radius ?? 0, [start, start + (entity.angleLength ?? 0)]));
    }
    case 'ELLIPSE':
      return toEllipse(entity);
    case 'SPLINE':
      return toLine((entity.fitPoints ?? entity.controlPoints ?? []).map(toPosition));
    case 'SOLID':
    case '3DFACE':
      return toLine((entity.points ?? vertices).map(toPosition), true);
    default:
      return undefined;
  }
}

const toPosition = ({ x, y }: DxfPoint): Position => [x, y];
const toPoint = (point: DxfPoint): Geometry => ({ type: 'Point', coordinates: toPosition(point) });

function toLine(positions: readonly Position[], isClosed = false): Geometry | undefined {
  if (positions.length < 2) return undefined;
  const [first, last] = [positions[0], positions.at(-1)];
  if (!isClosed || first === undefined || positions.length < 3)
    return { type: 'LineString', coordinates: positions };
  const ring = first[0] === last?.[0] && first[1] === last?.[1] ? positions : [...positions, first];
  return { type: 'Polygon', coordinates: [ring] };
}

function arc({ x, y }: DxfPoint, radius: number, [from, to]: readonly [number, number]): Position[] {
  const sweep = to < from ? to - from + 2 * Math.PI : to - from;
  const steps = Math.max(2, Math.ceil(sweep / STEP));
  const positions = Array.from({ length: steps + 1 }, (_, i): Position => {
    const angle = from + (sweep * i) / steps;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
  // The sine of a full turn is not exactly 0.
  if (sweep >= 2 * Math.PI && positions[0]) positions[steps] = positions[0];
  return positions;
}

function toEllipse({ center, majorAxisEndPoint: axis, axisRatio = 1, ...entity }: DxfEntity) {
  if (center === undefined || axis === undefined) return undefined;
  const { startAngle = 0, endAngle = 2 * Math.PI } = entity;
  const isWhole = Math.abs(endAngle - startAngle) >= 2 * Math.PI - 1e-9;
  const unit = arc({ x: 0, y: 0 }, 1, [startAngle, isWhole ? startAngle + 2 * Math.PI : endAngle]);
  const positions = unit.map(
    ([u, v]): Position => [
      center.x + u * axis.x - v * axisRatio * axis.y,
      center.y + u * axis.y + v * axisRatio * axis.x,
    ],
  );
  return toLine(positions, isWhole);
}

/** A bulge is the tangent of a quarter of the angle of the arc from one corner to the next. */
function withArcs(vertices: readonly DxfPoint[], isClosed: boolean): Position[] {
  const positions: Position[] = [];
  for (const [i, from] of vertices.entries()) {
    positions.push(toPosition(from));
    const to = vertices[i + 1] ?? (isClosed ? vertices[0] : undefined);
    if (!from.bulge || to === undefined) continue;
    const angle = 4 * Math.atan(from.bulge);
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    // Centre of the circle: from the middle of the chord at a right angle.
    const shift = (1 - from.bulge ** 2) / (4 * from.bulge);
    const centre = { x: (from.x + to.x) / 2 - dy * shift, y: (from.y + to.y) / 2 + dx * shift };
    const radius = Math.hypot(from.x - centre.x, from.y - centre.y);
    const start = Math.atan2(from.y - centre.y, from.x - centre.x);
    const steps = Math.ceil(Math.abs(angle) / STEP);
    for (let step = 1; step < steps; step++) {
      const at = start + (angle * step) / steps;
      positions.push([centre.x + radius * Math.cos(at), centre.y + radius * Math.sin(at)]);
    }
  }
  return positions;
}

/** Takes the formatting out of a text of several lines. */
const toPlainText = (text: string): string =>
  text
    .replace(/\\P/g, ' ')
    .replace(/\\[A-Za-z][^;\\]*;/g, '')
    .replace(/[{}]/g, '')
    .trim();
