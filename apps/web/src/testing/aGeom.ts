import type { Geom } from '@pgis/contract';

/** An object for tests: a polygon that may be changed and deleted. */
export const aGeom = (changes: Partial<Geom> = {}): Geom => ({
  id: 4294968402,
  reference: '1-1106',
  name: 'Spilves pļavas, Rīga',
  description: 'Meadow under water',
  classId: 11,
  layerName: 'Flooding',
  layerGroupName: 'Reports',
  isPublic: true,
  data: '{"kadastrs":"01000970215","depth":35}',
  wkt: 'POLYGON((0 0,200 0,200 200,0 200,0 0))',
  latestComment: {
    content: 'Culvert opened',
    status: 'In progress',
    statusId: 4294967305,
    statusType: 'open',
  },
  comments: [],
  review: null,
  hiddenReason: '',
  upvoteCount: 14,
  canWrite: true,
  canDelete: true,
  canUpvote: false,
  canHide: false,
  version: 3,
  createdAt: '2026-10-14T05:12:00.000Z',
  updatedAt: '2026-10-17T06:41:00.000Z',
  ...changes,
});
