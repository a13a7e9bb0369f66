import { checkGeomStyle, type GeomStyle, parseGeomStyle, parseTemplate } from '@pgis/cartography';
import { limits, type Problem } from '@pgis/contract';
import secureJson from 'secure-json-parse';
import { findBadText } from '../../validation/parseJson.ts';

const path = '/geomStyle';

/** Deeper nesting than any style has; without a limit the recursion would overflow the stack. */
const MAX_NESTING = 50;

function parse(text: string): { readonly style: unknown } | Problem {
  if (text.trim() === '') return { style: null };
  try {
    return { style: secureJson.parse(text, { protoAction: 'error', constructorAction: 'error' }) };
  } catch {
    return { path, code: 'INVALID_JSON' };
  }
}

function isTooDeep(value: unknown, left = MAX_NESTING): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return left === 0 || Object.values(value).some((inner) => isTooDeep(inner, left - 1));
}

/** Limits labels, because SQL fills in each part of them whenever objects are loaded. */
function findLabelProblem({ objLabel = '' }: GeomStyle, path: string): Problem | undefined {
  if (objLabel.length > limits.label.length) return { path: `${path}/objLabel`, code: 'TOO_LONG' };
  if (parseTemplate(objLabel).length > limits.label.parts)
    return { path: `${path}/objLabel`, code: 'TOO_MANY' };
  return undefined;
}

const listLabelProblems = (style: GeomStyle): readonly Problem[] =>
  [
    findLabelProblem(style, path),
    ...(style.labelRules ?? []).map((rule, index) => findLabelProblem(rule, `${path}/labelRules/${index}`)),
  ].filter((problem) => problem !== undefined);

/** Returns what prevents a style from being saved, as problems of the body: `/geomStyle/labelRules/3/lineWidth`. */
export function checkStyleText(text: string): Problem[] {
  const parsed = parse(text);
  if ('code' in parsed) return [parsed];
  const { style } = parsed;
  if (isTooDeep(style)) return [{ path, code: 'INVALID_JSON' }];
  const bad = findBadText(style, path);
  if (bad !== undefined) return [{ path: bad, code: 'NOT_ALLOWED' }];
  const problems = checkGeomStyle(style)
    .slice(0, 100)
    .map((problem): Problem => ({ path: `${path}${problem.path}`, code: problem.code }));
  if (problems.length > 0) return problems;
  return [...listLabelProblems(parseGeomStyle(style).style)];
}
