import { expect, test } from 'vitest';
import { compileSql } from '../db/testing/compileSql.ts';
import type { LayerAccess } from '../layers/layerQuery.ts';
import { latestCommentId } from './latestComment.ts';

const layerOf = (seesInternalComments: boolean) => ({ rights: { seesInternalComments } }) as LayerAccess;

test('D-CLS-03: the newest comment is a plain column when all layers have the same right', () => {
  expect(compileSql(latestCommentId([layerOf(true)]))).toEqual(['g.latest_comment_id']);
  expect(compileSql(latestCommentId([layerOf(false), layerOf(false)]))).toEqual([
    'g.latest_public_comment_id',
  ]);
  expect(compileSql(latestCommentId([layerOf(false), layerOf(true)]))).toEqual([
    'CASE WHEN (l.rank = ANY($1::integer[])) THEN g.latest_comment_id ELSE g.latest_public_comment_id END',
    [1],
  ]);
});
