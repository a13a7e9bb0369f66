import type { Call } from '@pgis/contract';
import * as calls from '@pgis/contract';
import {
  absentAnswers,
  all,
  forbidden,
  from,
  needsSession,
  type PolicyRow,
  sourceJson,
} from './policyRows.ts';

/** D-PERM, the rows about layers, groups, statuses and base layers. */
export const treeRows: readonly PolicyRow[] = [
  {
    call: calls.updateClassifier,
    whose: 'own',
    about: ({ layer }) => ({ params: { baseId: 1 }, body: { id: layer, name: 'Layer' } }),
    expected: from('writer', '200'),
  },
  {
    call: calls.updateClassifier,
    whose: 'own',
    about: ({ group }) => ({ params: { baseId: 1 }, body: { id: group, name: 'Group' } }),
    expected: from('unitAdmin', '200'),
  },
  {
    call: calls.updateClassifier,
    whose: 'own',
    about: ({ status }) => ({ params: { baseId: 2 }, body: { id: status, name: 'Policy' } }),
    expected: from('writer', '200'),
  },
  {
    call: calls.updateClassifier,
    whose: 'absent',
    about: ({ layer }) => ({ params: { baseId: 1 }, body: { id: layer, name: 'Layer' } }),
    expected: absentAnswers,
  },
  {
    call: calls.addClassifier,
    whose: 'own',
    about: ({ group }) => ({
      params: { baseId: 1 },
      body: { id1: group, name: 'Added', allObjectsPublic: false },
    }),
    expected: { ...from('unitAdmin', '201'), foreignAdmin: '400 VALIDATION' },
  },
  {
    call: calls.addClassifier,
    whose: 'own',
    about: () => ({ params: { baseId: 1 }, body: { name: 'A group' } }),
    expected: { ...from('unitAdmin', '201'), foreignAdmin: '201' },
  },
  {
    call: calls.addClassifier,
    whose: 'own',
    about: () => ({ params: { baseId: 2 }, body: { id1: 3, name: 'A status' } }),
    expected: { ...from('writer', '201'), foreignAdmin: '201' },
  },
  {
    call: calls.duplicateClassifier,
    whose: 'own',
    // A layer with a view would be refused for its view below, not for its objects.
    about: ({ emptyLayer, group }) => ({
      params: { baseId: 1, id: emptyLayer },
      body: { id1: group, name: 'A view' },
    }),
    expected: from('unitAdmin', '201'),
  },
  {
    call: calls.removeClassifierData,
    whose: 'own',
    about: ({ emptyLayer }) => ({ params: { baseId: 1, id: emptyLayer } }),
    expected: from('unitAdmin', '200'),
  },
  {
    call: calls.deleteClassifier,
    whose: 'own',
    about: ({ layer }) => ({ params: { baseId: 1, id: layer } }),
    expected: from('unitAdmin', '409 LAYER_NOT_EMPTY'),
  },
  {
    call: calls.deleteClassifier,
    whose: 'own',
    about: ({ status }) => ({ params: { baseId: 2, id: status } }),
    expected: from('unitAdmin', '409 STATUS_IN_USE'),
  },
  {
    call: calls.deleteClassifierById,
    whose: 'own',
    about: ({ group }) => ({ params: { baseId: group } }),
    expected: from('unitAdmin', '409 GROUP_NOT_EMPTY'),
  },
  {
    call: calls.listClassObjects,
    whose: 'own',
    about: ({ layer }) => ({ params: { classId: layer } }),
    expected: from('reader', '200'),
  },
  {
    call: calls.listClassObjects,
    whose: 'absent',
    about: ({ layer }) => ({ params: { classId: layer } }),
    expected: absentAnswers,
  },
  {
    call: calls.exportObjectReport,
    whose: 'own',
    about: ({ layer }) => ({ params: { classifierId: layer }, body: {} }),
    expected: from('reader', '200'),
  },
  {
    call: calls.addReportExport,
    whose: 'own',
    about: ({ layer }) => ({ params: {}, body: { classId: layer, format: 'csv' } }),
    expected: from('reader', '201'),
  },
  {
    call: calls.generateStyle,
    whose: 'own',
    about: ({ layer }) => ({ params: { classifierId: layer, ruleKey: 'kind' } }),
    expected: from('writer', '200'),
  },
  {
    call: calls.refreshStyle,
    whose: 'own',
    about: ({ layer }) => ({ params: { classifierId: layer, ruleKey: 'kind' }, body: {} }),
    expected: from('writer', '200'),
  },
  {
    call: calls.listFieldValues,
    whose: 'own',
    about: ({ layer }) => ({ params: { classifierId: layer } }),
    query: '?field=kind',
    expected: from('writer', '200'),
  },
  {
    call: calls.checkLayerField,
    whose: 'own',
    about: ({ layer }) => ({ params: { classifierId: layer }, body: { field: 'kind' } }),
    expected: from('writer', '200'),
  },
  {
    call: calls.previewLayerImage,
    whose: 'own',
    about: ({ layer }) => ({ params: { classifierId: layer }, body: { geomStyle: '' } }),
    // Whoever may, is told what the picture lacks.
    expected: from('writer', '400 IMAGE_REQUEST'),
  },
  {
    call: calls.orderClassifiers,
    whose: 'own',
    about: ({ orderedGroup, orderedLayer }) => ({
      params: { baseId: orderedGroup },
      body: { ids: [orderedLayer] },
    }),
    expected: from('unitAdmin', '204'),
  },
  {
    call: calls.getClassifierUsage,
    whose: 'own',
    about: ({ layer }) => ({ params: { classifierId: layer } }),
    expected: from('reader', '200'),
  },
  {
    call: calls.listMapArchives,
    whose: 'own',
    about: () => ({ params: {} }),
    expected: { ...from('moduleAdmin', '200'), foreignAdmin: '200' },
  },
  {
    call: calls.addMapArchive,
    whose: 'own',
    about: () => ({ params: {}, body: { name: 'Map', file: 'none.pmtiles' } }),
    // Those who may are told that there is no such file.
    expected: { ...from('moduleAdmin', '400 VALIDATION'), foreignAdmin: '400 VALIDATION' },
  },
  {
    call: calls.addMapLayer,
    whose: 'own',
    about: () => ({ params: {}, body: { name: 'Map', sourceType: 'XYZ', sourceJson } }),
    expected: { ...from('moduleAdmin', '201'), foreignAdmin: '201' },
  },
  {
    call: calls.updateMapLayer,
    whose: 'own',
    about: ({ mapLayer }) => ({
      params: { id: mapLayer },
      body: { name: 'Map', sourceType: 'XYZ', sourceJson },
    }),
    expected: from('moduleAdmin', '200'),
  },
  {
    call: calls.deleteMapLayer,
    whose: 'own',
    // The product's own map: everybody sees it, nobody changes it.
    about: () => ({ params: { id: 1 } }),
    expected: { ...all(forbidden), ...needsSession },
  },
  ...[
    calls.duplicateClassifier,
    calls.removeClassifierData,
    calls.deleteClassifier,
    calls.deleteClassifierById,
    calls.generateStyle,
    calls.refreshStyle,
    calls.orderClassifiers,
    calls.getClassifierUsage,
    calls.listFieldValues,
    calls.checkLayerField,
    calls.updateMapLayer,
    calls.deleteMapLayer,
  ].map(
    (call: Call): PolicyRow => ({
      call,
      whose: 'absent',
      ...(call === calls.listFieldValues && { query: '?field=kind' }),
      about: ({ layer }) => ({
        params: {
          id: layer,
          classifierId: layer,
          ruleKey: 'kind',
          baseId: call.path.endsWith(':baseId') || call.path.endsWith('order') ? layer : 1,
        },
        ...(call === calls.checkLayerField && { body: { field: 'kind' } }),
        ...(call === calls.orderClassifiers && { body: { ids: [layer] } }),
        ...(call === calls.updateMapLayer && { body: { name: 'Map', sourceType: 'XYZ', sourceJson } }),
        ...(call === calls.duplicateClassifier && { body: { name: 'A view' } }),
      }),
      expected: absentAnswers,
    }),
  ),
];
