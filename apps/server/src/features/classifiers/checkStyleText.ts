import { checkGeomStyle, type GeomStyle, parseGeomStyle, parseTemplate } from '@pgis/cartography';
import { limits, type Problem } from '@pgis/contract';
import secureJson from 'secure-json-parse';
import { findBadText } from '../../http/parseJson.ts';

const path = '/geomStyle';

/** More than a style has; what is deeper would end in the stack and not in an answer. */
const MOST_NESTING = 50;

function parse(text: string): { readonly style: unknown } | Problem {
  if (text.trim() === '') return { style: null };
  try {
    return { style: secureJson.parse(text, { protoAction: 'error', constructorAction: 'error' }) };
  } catch {
    return { path, code: 'INVALID_JSON' };
  }
}

function isTooDeep(value: unknown, left = MOST_NESTING): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return left === 0 || Object.values(value).some((inner) => isTooDeep(inner, left - 1));
}

/** What each label costs SQL, which fills it in when objects are loaded. */
function findLabelProblem({ objLabel = '' }: GeomStyle, place: string): Problem | undefined {
  if (objLabel.length > limits.label.length) return { path: `${place}/objLabel`, code: 'TOO_LONG' };
  if (parseTemplate(objLabel).length > limits.label.parts)
    return { path: `${place}/objLabel`, code: 'TOO_MANY' };
  return undefined;
}

const findLabelProblems = (style: GeomStyle): readonly Problem[] =>
  [
    findLabelProblem(style, path),
    ...(style.labelRules ?? []).map((rule, index) => findLabelProblem(rule, `${path}/labelRules/${index}`)),
  ].filter((problem) => problem !== undefined);

/** What stands against saving a style, as problems of the body: `/geomStyle/labelRules/3/lineWidth`. */
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
  return [...findLabelProblems(parseGeomStyle(style).style)];
}
