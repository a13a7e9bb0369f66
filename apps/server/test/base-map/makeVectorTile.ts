import { PbfWriter } from 'pbf';

export interface TestFeature {
  readonly type: 'point' | 'line' | 'polygon';
  readonly attributes?: Readonly<Record<string, string | number | boolean>>;
  /** Lines or rings of x, y pairs; rings without their closing point. */
  readonly paths: readonly (readonly (readonly [number, number])[])[];
}

export type TestLayers = Readonly<Record<string, readonly TestFeature[]>>;

const types = { point: 1, line: 2, polygon: 3 } as const;
const zigzag = (value: number): number => (value < 0 ? -value * 2 - 1 : value * 2);

const writeMessage = (writer: PbfWriter, field: number, write: (message: PbfWriter) => void): void =>
  writer.writeMessage(field, (_, message) => write(message), undefined);

/** Encodes a vector tile with the extent 4096. */
export function makeVectorTile(layers: TestLayers): Uint8Array {
  const tile = new PbfWriter();
  for (const [name, features] of Object.entries(layers))
    writeMessage(tile, 3, (layer) => {
      const keys: string[] = [];
      const values: (string | number | boolean)[] = [];
      layer.writeVarintField(15, 2);
      layer.writeStringField(1, name);
      for (const { type, attributes = {}, paths } of features) {
        const tags = Object.entries(attributes).flatMap(([key, value]) => [
          indexOf(keys, key),
          indexOf(values, value),
        ]);
        writeMessage(layer, 2, (feature) => {
          feature.writePackedVarint(2, tags);
          feature.writeVarintField(3, types[type]);
          feature.writePackedVarint(4, toCommands(type, paths));
        });
      }
      for (const key of keys) layer.writeStringField(3, key);
      for (const value of values)
        writeMessage(layer, 4, (message) => {
          if (typeof value === 'string') message.writeStringField(1, value);
          else if (typeof value === 'number') message.writeDoubleField(3, value);
          else message.writeBooleanField(7, value);
        });
      layer.writeVarintField(5, 4096);
    });
  return tile.finish();
}

/** Encodes a tile whose only feature has the given geometry, as numbers of the format. */
export function makeTileOfCommands(type: TestFeature['type'], commands: readonly number[]): Uint8Array {
  const tile = new PbfWriter();
  writeMessage(tile, 3, (layer) => {
    layer.writeStringField(1, 'water');
    writeMessage(layer, 2, (feature) => {
      feature.writeVarintField(3, types[type]);
      feature.writePackedVarint(4, [...commands]);
    });
  });
  return tile.finish();
}

function indexOf<Item>(items: Item[], item: Item): number {
  if (!items.includes(item)) items.push(item);
  return items.indexOf(item);
}

function toCommands(type: TestFeature['type'], paths: TestFeature['paths']): number[] {
  const commands: number[] = [];
  let [lastX, lastY] = [0, 0];
  const move = ([x, y]: readonly [number, number]): void => {
    commands.push(zigzag(x - lastX), zigzag(y - lastY));
    [lastX, lastY] = [x, y];
  };
  for (const [first, ...rest] of paths) {
    if (!first) continue;
    commands.push((1 << 3) | 1);
    move(first);
    if (rest.length > 0) commands.push((rest.length << 3) | 2);
    for (const point of rest) move(point);
    if (type === 'polygon') commands.push((1 << 3) | 7);
  }
  return commands;
}
