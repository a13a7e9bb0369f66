import './blockNetwork.ts';
import { countVertices, type Geometry, listPaths, mapPositions, toLonLat, toWkt } from '@pgis/geo';
import { listAddresses } from '../addresses/listAddresses.ts';
import { inspectSource } from '../inspect/inspectSource.ts';
import { type PreparedRow, prepareRow, type RowOptions } from '../prepareRow.ts';
import { swapAxes, toMercatorFrom } from '../reprojection.ts';
import { SourceError } from '../SourceError.ts';
import { correctRows } from '../skipped/correctRows.ts';
import { listRows } from '../skipped/listRows.ts';
import { toStoredLine } from '../skipped/storedRow.ts';
import { openSource } from '../sources/openSource.ts';
import { type BrokenFeature, isBroken, type ReadFeature } from '../sources/SourceFeature.ts';
import {
  type AckMessage,
  type CorrectRequest,
  type ExtractRequest,
  MAX_UNACKNOWLEDGED,
  type ReaderItem,
  type ReaderMessage,
  type ReaderRequest,
  type RowForm,
  type RowMessage,
  type RowsRequest,
} from './readerProtocol.ts';

/** Process that reads one file and ends. It may read the program and the file, write nothing and start nothing. */

const MAX_ITEMS = 500;
const MAX_ITEM_CHARS = 1_000_000;
/** Length of two coordinates as text. */
const VERTEX_CHARS = 40;

function send(message: ReaderMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    if (process.send === undefined) throw new Error('a reading process needs a parent');
    process.send(message, (error: Error | null) => (error ? reject(error) : resolve()));
  });
}

let unacknowledged = 0;
let onAck: (() => void) | undefined;

async function sendItems(items: readonly ReaderItem[]): Promise<void> {
  while (unacknowledged >= MAX_UNACKNOWLEDGED)
    await new Promise<void>((resolve) => {
      onAck = resolve;
    });
  unacknowledged++;
  await send({ kind: 'items', items });
}

/** Sends items in messages of a size that neither process notices. */
async function sendAll(items: AsyncIterable<ReaderItem>): Promise<void> {
  let collected: ReaderItem[] = [];
  let chars = 0;
  for await (const item of items) {
    const size = sizeOf(item);
    if (collected.length > 0 && chars + size > MAX_ITEM_CHARS) {
      await sendItems(collected);
      collected = [];
      chars = 0;
    }
    collected.push(item);
    chars += size;
    if (collected.length < MAX_ITEMS && chars < MAX_ITEM_CHARS) continue;
    await sendItems(collected);
    collected = [];
    chars = 0;
  }
  if (collected.length > 0) await sendItems(collected);
  await send({ kind: 'end' });
}

/** All that can be long: a key, a value named by a problem, a shape. */
function sizeOf(item: ReaderItem): number {
  if (typeof item === 'string') return item.length;
  if ('places' in item) return item.address.length + item.folded.length + item.places.length * VERTEX_CHARS;
  if ('values' in item)
    return item.values.reduce(
      (sum, value) => sum + (value?.length ?? 0),
      item.shape === null ? 0 : countVertices(item.shape) * VERTEX_CHARS,
    );
  const key = item.key?.length ?? 0;
  if (isBroken(item)) return key + item.problem.length;
  return key + item.shape.length + item.data.length + item.name.length + item.description.length;
}

async function* readRows(request: RowsRequest): AsyncGenerator<RowMessage> {
  const { files, options, crs, isSwapped } = request;
  const source = await openSource(files, options);
  const fromSource = toMercatorFrom(crs);
  const toMercator = (geometry: Geometry) => fromSource(isSwapped ? swapAxes(geometry) : geometry);
  const rowOptions = toRowOptions(request, toMercator);
  const keys = new Set<string>();
  for await (const feature of source.features) {
    const row = toMessage(feature, rowOptions);
    if (isBroken(row)) yield row;
    else if (row.key !== null && keys.has(row.key))
      yield { rowNumber: row.rowNumber, problem: `the key ${row.key} was there before`, reason: 'KEY_TWICE' };
    else {
      if (row.key !== null) keys.add(row.key);
      yield row;
    }
  }
}

const toRowOptions = (
  { fields, truncates, ...rest }: RowForm,
  toMercator: RowOptions['toMercator'],
): RowOptions => ({ ...rest, fields: new Map(fields), truncate: truncates, toMercator });

function toMessage(feature: ReadFeature, options: RowOptions): PreparedRow | BrokenFeature {
  const row = prepareRow(feature, options);
  if (!isBroken(row)) return row;
  // The values are read again for the few rows that are listed.
  const { properties: _, ...broken } = row;
  return broken;
}

async function* readCorrectedRows(request: CorrectRequest): AsyncGenerator<RowMessage> {
  const [{ path }] = request.files;
  const options = toRowOptions(request, toMercatorFrom('EPSG:4326'));
  for await (const feature of correctRows(path, request)) yield toMessage(feature, options);
}

/** Yields the lines of the rows, long ones in several pieces. */
async function* extractRows(request: ExtractRequest): AsyncGenerator<string> {
  const { files, options, rowNumbers, names, crs, isSwapped } = request;
  const wanted = new Set(rowNumbers);
  const fromSource = toMercatorFrom(crs);
  const toPlaced = (geometry: Geometry) => fromSource(isSwapped ? swapAxes(geometry) : geometry);
  const source = await openSource(files, options);
  for await (const feature of source.features) {
    const { rowNumber, properties = {} } = feature;
    if (wanted.delete(rowNumber)) {
      const wkt = isBroken(feature) ? '' : toDegreesWkt(feature.geometry, toPlaced);
      const line = toStoredLine({ rowNumber, properties, wkt }, names);
      yield* toPieces(line);
    }
    if (wanted.size === 0) return;
  }
}

function* toPieces(line: string): Generator<string> {
  for (let start = 0; start < line.length; ) {
    const last = line.charCodeAt(start + MAX_ITEM_CHARS - 1);
    // A piece is written by itself, so no character of two units is cut.
    const end = start + MAX_ITEM_CHARS - (last >= 0xd800 && last <= 0xdbff ? 1 : 0);
    yield line.slice(start, end);
    start = end;
  }
}

function toDegreesWkt(geometry: Geometry, toMap: (geometry: Geometry) => Geometry): string {
  const placed = mapPositions(toMap(geometry), ([x, y]) => {
    const [lon, lat] = toLonLat([x, y]);
    return [round(lon), round(lat)];
  });
  return listPaths(placed).every((path) => path.every(([x, y]) => Number.isFinite(x) && Number.isFinite(y)))
    ? toWkt(placed)
    : '';
}

/** Nine digits of a degree are a tenth of a millimetre. */
const round = (degrees: number): number => Math.round(degrees * 1e9) / 1e9;

async function answer(request: ReaderRequest): Promise<void> {
  switch (request.kind) {
    case 'inspect': {
      const result = await inspectSource(request, (count) => void send({ kind: 'progress', count }));
      return await send({ kind: 'inspected', result });
    }
    case 'rows':
      return await sendAll(readRows(request));
    case 'extract':
      return await sendAll(extractRows(request));
    case 'addresses':
      return await sendAll(listAddresses(request));
    case 'list':
      return await sendAll(listRows(request.files[0].path, request.rowNumbers));
    case 'correct':
      return await sendAll(readCorrectedRows(request));
  }
}

function toFailure(error: unknown): ReaderMessage {
  if (error instanceof SourceError) return { kind: 'failed', code: error.code, message: error.message };
  // A parser that calls itself for each level of nesting runs out of stack.
  if (error instanceof RangeError && /call stack/.test(error.message))
    return { kind: 'failed', code: 'TOO_DEEP', message: 'The file is nested too deeply.' };
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'failed', code: 'DAMAGED', message };
}

process.on('message', (message: ReaderRequest | AckMessage) => {
  if (message.kind === 'ack') {
    unacknowledged--;
    onAck?.();
    return;
  }
  answer(message)
    .catch((error: unknown) => send(toFailure(error)))
    .finally(() => process.disconnect());
});
process.on('disconnect', () => process.exit());
