import type { Layer, LayerGroup } from '../useLayerList.ts';

/** A layer for tests: points, off, default style. */
export const aLayer = (changes: Partial<Layer> = {}): Layer => ({
  id: 4294967400,
  id1: 4294967398,
  kind: 'layer',
  sourceId: null,
  companyId: 1,
  unitId: 4294967297,
  name: 'Road damage',
  names: {},
  companyLanguage: 'en',
  description: '',
  checked: false,
  zoomFrom: null,
  zoomTo: null,
  zIndex: 0,
  serverside: false,
  allowPublicRegistration: true,
  showAfterReview: false,
  blurPositions: false,
  showDefault: false,
  allObjectsPublic: true,
  geomStyle: '',
  density: { kind: 'asIs' },
  caseLayer: null,
  layerFields: [],
  ruleset: null,
  statusType: null,
  canAdd: true,
  canEdit: false,
  canManage: false,
  version: 1,
  kinds: ['point'],
  ...changes,
});

export const aGroup = (changes: Partial<LayerGroup> = {}): LayerGroup => ({
  ...aLayer({ id: 4294967398, id1: 1, kind: 'group', name: 'Problem reports', kinds: [] }),
  childClassifiers: [aLayer()],
  ...changes,
});
