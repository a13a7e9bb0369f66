import { companyDay, type FixedCondition, findConditionProblems, resolveDates } from '@pgis/conditions';
import { parseReportConditions, type ReportFilter, type ReportQuery } from '@pgis/contract';
import type { Extent } from '@pgis/geo';
import type { UserActor } from '../../access/Actor.ts';
import { validationError } from '../../errors/AppError.ts';
import { unknownFields } from '../../errors/unknownFields.ts';
import { toReporter } from '../../layers/layerPermissions.ts';
import type { LayerAccess } from '../../layers/layerQuery.ts';
import { findBadText } from '../../validation/parseJson.ts';
import { isRealDay } from '../companyTime.ts';
import type { Period, SingleLayerQuery } from '../ObjectQuery.ts';

/** Path of a key of the filter in the request, for the answer that refuses it. */
export type PathOf = (key: string) => string;
export const inQuery: PathOf = (key) => `query/${key}`;
export const inBody: PathOf = (key) => `/filter/${key}`;

interface ReportFilterContext {
  readonly actor: UserActor;
  readonly access: LayerAccess;
  readonly pathOf: PathOf;
}

/**
 * Wire form: the filter of a layer report, `_q`, `_status`, `_from` … and one key for each field (D-REP-02). Its area
 * (`_within`) has to pass the geometry gate and is left to the caller.
 *
 * @throws UNKNOWN_FIELD for a field that the layer does not have, VALIDATION for a day or an extent that there is not.
 */
export function parseReportFilter(
  filter: ReportFilter | ReportQuery,
  { actor, access, pathOf }: ReportFilterContext,
): Omit<SingleLayerQuery, 'areaWkt'> {
  const { _status, _q, _mine, _id, _extent } = filter;
  return {
    layers: [access],
    fields: {
      condition: 'and',
      rules: [...fieldConditions(filter, access, pathOf), ...parseConditions(filter, access, pathOf)],
    },
    period: parsePeriod(filter, pathOf),
    statusIds: _status?.split(',').map((id) => (id === 'none' ? null : Number(id))),
    text: _q,
    addedBy: _mine === true ? toReporter(actor) : undefined,
    ids: _id === undefined ? undefined : [Number(_id)],
    extent: _extent === undefined ? undefined : parseExtent(_extent, pathOf('_extent')),
    // A line around a corner of the view has its box in it and is not in view.
    extentTest: 'shape',
  };
}

function* fieldConditions(filter: ReportFilter | ReportQuery, { layer }: LayerAccess, pathOf: PathOf) {
  for (const [field, value] of Object.entries(filter)) {
    if (field.startsWith('_') || typeof value !== 'string') continue;
    if (!layer.fieldNames.includes(field)) throw unknownFields([{ path: pathOf(field), field }]);
    if (value.trim() !== '') yield { field, operator: 'contains' as const, value };
  }
}

/** Parses `_conditions`, which hold beside the texts of the fields. */
function parseConditions(
  { _conditions: text }: ReportFilter | ReportQuery,
  { layer }: LayerAccess,
  pathOf: PathOf,
): FixedCondition[] {
  if (text === undefined) return [];
  const path = pathOf('_conditions');
  const conditions = parseReportConditions(text);
  if (conditions === undefined) throw wrongFormat(path);
  // The request was checked with the escapes of this JSON still in it.
  const bad = findBadText(conditions, path);
  if (bad !== undefined) throw validationError({ path: bad, code: 'NOT_ALLOWED' });
  const unknown = conditions.flatMap(({ field }, index) =>
    layer.fieldNames.includes(field) ? [] : [{ path: `${path}/${index}/field`, field }],
  );
  if (unknown.length > 0) throw unknownFields(unknown);
  const problems = findConditionProblems(conditions, path);
  if (problems.length > 0) throw validationError(...problems);
  const today = companyDay(new Date());
  return conditions.map((condition) => resolveDates(condition, today));
}

function parsePeriod(
  { _from: from, _to: to }: ReportFilter | ReportQuery,
  pathOf: PathOf,
): Period | undefined {
  if (from !== undefined && !isRealDay(from)) throw wrongFormat(pathOf('_from'));
  if (to !== undefined && !isRealDay(to)) throw wrongFormat(pathOf('_to'));
  return from === undefined && to === undefined ? undefined : { date: 'added', from, to };
}

function parseExtent(text: string, path: string): Extent {
  const numbers = text.split(',').map(Number);
  const [minX = 0, minY = 0, maxX = 0, maxY = 0] = numbers;
  if (!numbers.every(Number.isFinite) || minX > maxX || minY > maxY) throw wrongFormat(path);
  return [minX, minY, maxX, maxY];
}

const wrongFormat = (path: string) => validationError({ path, code: 'WRONG_FORMAT' });
