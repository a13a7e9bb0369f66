import type { Feature } from '@pgis/contract';

/** A loaded object for tests: a public point. */
export const aFeature = (changes: Partial<Feature> = {}): Feature => ({
  id: 70,
  layerId: 7,
  classId: 7,
  wkt: 'POINT(10 20)',
  name: 'Street 1',
  description: 'Hole',
  geomStyleIndex: 0,
  zIndex: 0,
  objectMapLabel: '',
  data: {},
  latestComment: null,
  isPublic: true,
  canWrite: false,
  canDelete: false,
  canUpvote: false,
  upvoteCount: 0,
  ...changes,
});
