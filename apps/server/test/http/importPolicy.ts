import type { Call } from '@pgis/contract';
import * as calls from '@pgis/contract';
import { absentAnswers, all, forbidden, moduleAdmins, needsSession, type PolicyRow } from './policyRows.ts';

const template = { name: 'Thanks', layerIds: [], statusId: null, texts: { en: 'Thank you' } };
const settings = {
  target: { kind: 'add', layerId: 1 },
  fields: [],
  crs: 'EPSG:4326',
  repairs: false,
  truncates: false,
};

const nothing = { all: false, except: [] };
const choice = { added: nothing, changed: nothing, conflict: nothing, missing: nothing };

const notEditors = { reader: forbidden, nobody: forbidden };

/**
 * Imports, large changes, notices, follows and cases. An import is of its owner; announcing one takes the right to add objects somewhere, undoing
 * the right to edit some.
 */
export const importRows: readonly PolicyRow[] = [
  {
    call: calls.listChanges,
    whose: 'own',
    expected: { ...all('200'), ...notEditors, ...needsSession },
  },
  ...[calls.getChange, calls.undoChange].map(
    (call: Call): PolicyRow => ({
      call,
      whose: 'absent',
      params: (_, changeId) => ({ changeId }),
      expected: { ...absentAnswers, ...notEditors },
    }),
  ),
  { call: calls.listRoutingRules, whose: 'own', expected: moduleAdmins('200') },
  {
    call: calls.saveRoutingRules,
    whose: 'own',
    body: { rules: [], version: 999 },
    expected: moduleAdmins('409 ROUTING_CHANGED'),
  },
  {
    call: calls.tryRoutingRules,
    whose: 'own',
    body: { rules: [] },
    expected: moduleAdmins('200'),
  },
  {
    call: calls.explainRouting,
    whose: 'absent',
    params: (_, id) => ({ id }),
    expected: moduleAdmins('404 NOT_FOUND'),
  },
  { call: calls.listReplyTemplates, whose: 'own', expected: moduleAdmins('200') },
  {
    call: calls.addReplyTemplate,
    whose: 'own',
    body: { ...template, texts: {} },
    expected: moduleAdmins('400 VALIDATION'),
  },
  ...[
    { call: calls.changeReplyTemplate, body: { ...template, version: 1 } },
    { call: calls.deleteReplyTemplate },
  ].map(
    (row): PolicyRow => ({
      ...row,
      whose: 'absent',
      params: (_, id) => ({ templateId: id }),
      expected: moduleAdmins('404 NOT_FOUND'),
    }),
  ),
  ...[calls.listNotices, calls.countNotices, calls.listFollows].map(
    (call: Call): PolicyRow => ({ call, whose: 'own', expected: { ...all('200'), ...needsSession } }),
  ),
  {
    call: calls.readNotices,
    whose: 'own',
    body: { ids: [1] },
    expected: { ...all('200'), ...needsSession },
  },
  {
    call: calls.setNoticeMail,
    whose: 'own',
    body: { mail: 'never' },
    expected: { ...all('200'), ...needsSession },
  },
  {
    call: calls.followObject,
    whose: 'absent',
    body: { objectId: 1, mail: 'never' },
    expected: absentAnswers,
  },
  {
    call: calls.followLayers,
    whose: 'absent',
    body: { classIds: [1], name: '', events: ['added'], mail: 'never' },
    expected: { ...all('400 VALIDATION'), ...needsSession },
  },
  ...[calls.changeFollow, calls.stopFollowing].map(
    (call: Call): PolicyRow => ({
      call,
      whose: 'absent',
      params: (_, id) => ({ id }),
      ...(call === calls.changeFollow && { body: {} }),
      expected: absentAnswers,
    }),
  ),
  { call: calls.listReportSchedules, whose: 'own', expected: { ...all('200'), ...needsSession } },
  {
    call: calls.addReportSchedule,
    whose: 'own',
    body: { reportId: null, days: [1], hour: 8 },
    expected: { ...all('201'), nobody: forbidden, ...needsSession },
  },
  {
    call: calls.deleteReportSchedule,
    whose: 'absent',
    params: (_, id) => ({ scheduleId: id }),
    expected: absentAnswers,
  },
  ...[calls.listCases, calls.listOverdueCases, calls.getCaseReport, calls.exportCaseReport].map(
    (call: Call): PolicyRow => ({ call, whose: 'own', expected: { ...all('200'), ...needsSession } }),
  ),
  { call: calls.getCase, whose: 'absent', params: (_, id) => ({ id }), expected: absentAnswers },
  { call: calls.changeCases, whose: 'absent', body: { ids: [1], priority: 'low' }, expected: absentAnswers },
  {
    call: calls.listDuplicates,
    whose: 'absent',
    params: (_, id) => ({ id }),
    expected: absentAnswers,
  },
  { call: calls.compareCases, whose: 'absent', query: '?_ids=1', expected: absentAnswers },
  {
    call: calls.mergeCases,
    whose: 'absent',
    body: { keep: { id: 1, version: 1 }, merge: [{ id: 2, version: 1 }] },
    expected: absentAnswers,
  },
  {
    call: calls.listAssignees,
    whose: 'absent',
    params: (_, classId) => ({ classId }),
    expected: absentAnswers,
  },
  {
    call: calls.addImport,
    whose: 'own',
    body: { files: [{ name: 'a.geojson', size: 1 }] },
    expected: { ...all('201'), reader: forbidden, nobody: forbidden, ...needsSession },
  },
  { call: calls.listImports, whose: 'own', expected: { ...all('200'), ...needsSession } },
  {
    call: calls.findCoordinateSystems,
    whose: 'own',
    query: '?q=3059',
    expected: { ...all('200'), ...needsSession },
  },
  ...(
    [
      [calls.getImport],
      [calls.getImportUpload],
      [calls.readImport, {}],
      [calls.locateImport],
      [calls.runImport, settings],
      [calls.listDifferences],
      [calls.applyComparison, choice],
      [calls.undoImport],
      [calls.deleteImport],
      [calls.downloadSkippedRows],
      [calls.listSkippedRows],
      [calls.fixSkippedRows, { rows: [{ rowNumber: 1, values: [] }] }],
    ] as readonly (readonly [Call, object?])[]
  ).map(
    ([call, body]): PolicyRow => ({
      call,
      whose: 'absent',
      params: (_, id) => ({ id, ...(call === calls.getImportUpload && { index: 0 }) }),
      ...(call === calls.locateImport && { query: '?crs=EPSG:3059' }),
      ...(call === calls.downloadSkippedRows && { query: '?content=rows' }),
      ...(body && { body }),
      expected: absentAnswers,
    }),
  ),
];
