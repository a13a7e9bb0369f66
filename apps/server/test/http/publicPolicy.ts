import * as calls from '@pgis/contract';
import { all, ended, everybody, needsSession, type PolicyRow } from './policyRows.ts';

/** What is there for visitors too, and base layers. */
export const publicRows: readonly PolicyRow[] = [
  { call: calls.listMapLayers, whose: 'own', expected: { anonymous: '200', ...all('200'), ...ended } },
  {
    call: calls.listCompanyMapLayers,
    whose: 'own',
    params: ({ companyId }) => ({ userCompanyId: companyId }),
    expected: { ...all('200'), foreignAdmin: '404 NOT_FOUND', ...needsSession },
  },
  {
    call: calls.listCompanyMapLayers,
    whose: 'absent',
    params: () => ({ userCompanyId: 987_654 }),
    expected: { ...all('404 NOT_FOUND'), ...needsSession },
  },
  {
    call: calls.searchPlaces,
    whose: 'own',
    query: '?q=riga&lon=24&lat=57',
    expected: { anonymous: '200', ...all('200'), ...ended },
  },
  {
    call: calls.findNearestPlace,
    whose: 'own',
    query: '?lon=24&lat=57',
    expected: { anonymous: '200', ...all('200'), ...ended },
  },
  ...[calls.getReportPage, calls.reopenReport].map(
    (call): PolicyRow => ({
      call,
      whose: 'absent',
      params: () => ({ id: 1 }),
      ...(call === calls.reopenReport && { body: { text: 'Still there' } }),
      expected: Object.fromEntries(everybody.map((who) => [who, '404 NOT_FOUND'])) as PolicyRow['expected'],
    }),
  ),
  {
    call: calls.listReferenced,
    whose: 'absent',
    params: () => ({ classifierId: 987_654 }),
    expected: { anonymous: '200', ...all('200'), ...ended },
  },
  { call: calls.listShortLinks, whose: 'own', expected: { ...all('200'), ...needsSession } },
  {
    call: calls.addShortLink,
    whose: 'own',
    body: { address: 'map=11/57/24' },
    expected: { ...all('201'), ...needsSession },
  },
  {
    call: calls.openShortLink,
    whose: 'absent',
    body: { code: 'none' },
    expected: Object.fromEntries(everybody.map((who) => [who, '404 LINK_UNKNOWN'])) as PolicyRow['expected'],
  },
  {
    call: calls.followAsVisitor,
    whose: 'absent',
    body: { email: 'a@b.example', objectId: 1, events: ['reply'], mail: 'daily' },
    expected: Object.fromEntries(everybody.map((who) => [who, '404 NOT_FOUND'])) as PolicyRow['expected'],
  },
  {
    call: calls.getLayerFeed,
    whose: 'absent',
    params: (_, layerId) => ({ layerId }),
    expected: Object.fromEntries(everybody.map((who) => [who, '404 NOT_FOUND'])) as PolicyRow['expected'],
  },
  ...[calls.getSettings, calls.listHelpFiles].map(
    (call): PolicyRow => ({
      call,
      whose: 'own',
      expected: { anonymous: '200', ...all('200'), disabled: '200', expired: '200' },
    }),
  ),
];
