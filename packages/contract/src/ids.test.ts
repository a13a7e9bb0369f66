import { expect, expectTypeOf, test } from 'vitest';
import type { CompanyId, LayerId, ObjectId, StatusId, TreeNodeId, UserId } from './ids.ts';
import { TreeNodeId as TreeNodeIdSchema } from './ids.ts';

const layerId: LayerId = 4_294_967_297;
const objectId: ObjectId = 4_294_967_298;

const styleOf = (id: LayerId): string => `style ${id}`;
const nodeOf = (id: TreeNodeId): string => `node ${id}`;

test('an id is accepted where one of its kind is asked for, and so is a plain number', () => {
  const fromDatabase: number = layerId;
  expect([styleOf(layerId), styleOf(fromDatabase), styleOf(7)]).toHaveLength(3);
  expect(nodeOf(layerId)).toBe('node 4294967297');
  const found: TreeNodeId = layerId;
  expect(styleOf(found)).toBe('style 4294967297');
  expectTypeOf<LayerId>().toExtend<TreeNodeId>();
  expectTypeOf<StatusId>().toExtend<TreeNodeId>();
});

test('the compiler refuses the id of something else', () => {
  // @ts-expect-error an object is no layer
  expect(styleOf(objectId)).toBe('style 4294967298');
  // @ts-expect-error nor a node of the tree
  expect(nodeOf(objectId)).toBe('node 4294967298');
  expectTypeOf<StatusId>().not.toExtend<LayerId>();
  expectTypeOf<UserId>().not.toExtend<CompanyId>();
  expectTypeOf<ReadonlyMap<LayerId, string>>().not.toExtend<ReadonlyMap<UserId, string>>();
});

test('on the wire it is an integer, as before', () => {
  expect({ ...TreeNodeIdSchema }).toEqual({
    type: 'integer',
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
  });
});
