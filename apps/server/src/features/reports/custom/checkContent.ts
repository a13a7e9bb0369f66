import { findConditionProblems } from '@pgis/conditions';
import {
  customColumns,
  fieldOfColumn,
  limits,
  type Problem,
  type ReportContent,
  reportGroupings,
} from '@pgis/contract';
import { validationError } from '../../../errors/AppError.ts';
import { unknownFields } from '../../../errors/unknownFields.ts';
import { isRealDay } from '../../../query/companyTime.ts';
import type { ReportLayers } from './listReportLayers.ts';
import type { Mentioned } from './readMentioned.ts';

const isOf = (known: readonly string[], key: string): boolean => known.includes(key);

function* layerProblems({ layerIds }: ReportContent, { layers, leftOut }: ReportLayers): Generator<Problem> {
  for (const [index, id] of layerIds.entries())
    if (leftOut.includes(id)) yield { path: `/layerIds/${index}`, code: 'UNKNOWN_LAYER' };
  // A layer and its view hold the same objects: every sum would count them twice.
  const owners = new Set<number>();
  for (const { layer } of layers) {
    if (owners.has(layer.ownerId))
      yield { path: `/layerIds/${layerIds.indexOf(layer.id)}`, code: 'DUPLICATE' };
    owners.add(layer.ownerId);
  }
}

function* statusProblems({ filter }: ReportContent, { statuses }: Mentioned): Generator<Problem> {
  const known = new Set(statuses.map(({ id }) => id));
  for (const [index, id] of (filter.statusIds ?? []).entries())
    if (id !== null && !known.has(id)) yield { path: `/filter/statusIds/${index}`, code: 'UNKNOWN_STATUS' };
}

function* periodProblems({ period: { kind, from, to } }: ReportContent): Generator<Problem> {
  if (from !== undefined && !isRealDay(from)) yield { path: '/period/from', code: 'WRONG_FORMAT' };
  if (to !== undefined && !isRealDay(to)) yield { path: '/period/to', code: 'WRONG_FORMAT' };
  if (kind === 'between' && from === undefined && to === undefined)
    yield { path: '/period/from', code: 'REQUIRED' };
  if (from !== undefined && to !== undefined && from > to) yield { path: '/period/to', code: 'OUT_OF_RANGE' };
}

function* shapeProblems({ groupBy, columns, metrics, chart, ruleset }: ReportContent): Generator<Problem> {
  if (groupBy === null && columns.length === 0) yield { path: '/columns', code: 'REQUIRED' };
  if (groupBy !== null && metrics.length === 0) yield { path: '/metrics', code: 'REQUIRED' };
  if (groupBy === null && chart !== 'none') yield { path: '/chart', code: 'NOT_ALLOWED' };
  if (groupBy !== null && fieldOfColumn(groupBy) === undefined && !isOf(reportGroupings, groupBy))
    yield { path: '/groupBy', code: 'NOT_ALLOWED' };
  for (const [index, column] of columns.entries())
    if (fieldOfColumn(column) === undefined && !isOf(customColumns, column))
      yield { path: `/columns/${index}`, code: 'NOT_ALLOWED' };
  const rules = ruleset?.rules ?? [];
  if (rules.length > limits.filterRules) yield { path: '/ruleset/rules', code: 'TOO_MANY' };
  for (const [index, { value }] of rules.entries())
    if (value.length > limits.data.valueLength)
      yield { path: `/ruleset/rules/${index}/value`, code: 'TOO_LONG' };
  yield* findConditionProblems(rules, '/ruleset/rules');
}

/** Fields that a report names, each with where it does. */
export function* fieldsOf({ groupBy, columns, ruleset }: ReportContent): Generator<[string, string]> {
  const ofGroup = groupBy === null ? undefined : fieldOfColumn(groupBy);
  if (ofGroup !== undefined) yield ['/groupBy', ofGroup];
  for (const [index, column] of columns.entries()) {
    const field = fieldOfColumn(column);
    if (field !== undefined) yield [`/columns/${index}`, field];
  }
  for (const [index, { field }] of (ruleset?.rules ?? []).entries())
    yield [`/ruleset/rules/${index}/field`, field];
}

/** Refuses what could not be run, naming every mistake. */
export function checkContent(content: ReportContent, found: Mentioned): void {
  const problems = [
    ...layerProblems(content, found),
    ...statusProblems(content, found),
    ...periodProblems(content),
    ...shapeProblems(content),
  ];
  if (problems.length > 0) throw validationError(...problems);
  const known = new Set(found.layers.flatMap(({ layer }) => layer.fieldNames));
  const unknown = [...fieldsOf(content)].filter(([, field]) => !known.has(field));
  if (unknown.length > 0) throw unknownFields(unknown.map(([path, field]) => ({ path, field })));
}
