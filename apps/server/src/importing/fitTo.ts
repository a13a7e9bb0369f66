import { checkLayerData, type FieldProblem, type LayerField } from '@pgis/contract';
import { shapeSize } from '@pgis/geo';
import type { ObjectToInsert } from '../objects/insertObjects.ts';
import type { ObjectData } from '../objects/parseData.ts';
import { fromHexEwkb } from './fromHexEwkb.ts';
import type { BrokenFeature } from './sources/SourceFeature.ts';

const MAX_VALUE_LENGTH = 60;

const problemTexts: Partial<Record<FieldProblem['code'], string>> = {
  REQUIRED: 'needs a value',
  OUT_OF_RANGE: 'is outside the range of the field',
  NOT_ALLOWED: 'is not in the list of the field',
};

/**
 * Returns a function that checks a row against the schemas of the layer's fields. It brings values into their stored form
 * and fills in defaults; a row with a value that does not fit stays out.
 */
export function fitTo(
  fields: readonly LayerField[],
): (row: ObjectToInsert) => ObjectToInsert | BrokenFeature {
  const strict = fields.filter(({ schema }) => schema !== undefined);
  if (strict.length === 0) return (row) => row;
  return (row) => {
    const given = JSON.parse(row.data) as ObjectData;
    const { data, problems } = checkLayerData(strict, given, {
      fillsReadOnly: true,
      size: () => shapeSize(fromHexEwkb(row.shape)),
    });
    if (problems.length === 0) return { ...row, data: JSON.stringify(data) };
    const { rowNumber, key } = row;
    return {
      rowNumber,
      problem: problems.map((problem) => describe(problem, given)).join('; '),
      properties: given,
      reason: 'VALUE_MISFIT',
      key,
    };
  };
}

function describe({ field, code }: FieldProblem, data: ObjectData): string {
  const value = String(data[field] ?? '');
  const shown = value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH)}…` : value;
  const text = problemTexts[code] ?? 'does not fit the type or pattern of the field';
  return code === 'REQUIRED' ? `${field} ${text}` : `${field}: ${JSON.stringify(shown)} ${text}`;
}
