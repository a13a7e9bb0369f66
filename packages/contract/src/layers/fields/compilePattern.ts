/** Returns true when the whole text fits. */
export type PatternMatcher = (text: string) => boolean;

/** An atom with its quantifier, or `|` between two alternatives. */
const token =
  /(?<bar>\|)|(?<atom>\\[dws]|\\[^\p{L}\p{N}]|\[\^?(?:\\[dws]|\\[^\p{L}\p{N}]|[^\]\\])+\]|\.|[^\\[\](){}?*+|^$.])(?<times>[?*+]|\{\d{1,3}(?:,\d{0,3})?\})?/uy;

/** Steps of the longest pattern; `{2,5}` takes five. */
const MAX_STEPS = 200;

interface Step {
  readonly fits: (character: string) => boolean;
  readonly isOptional: boolean;
  readonly repeats: boolean;
}

function parseTimes(times: string | undefined): { readonly min: number; readonly max: number } | undefined {
  if (times === undefined) return { min: 1, max: 1 };
  if (times === '?') return { min: 0, max: 1 };
  if (times === '*') return { min: 0, max: Number.POSITIVE_INFINITY };
  if (times === '+') return { min: 1, max: Number.POSITIVE_INFINITY };
  const [low = '', high] = times.slice(1, -1).split(',');
  const min = Number(low);
  const max = high === undefined ? min : high === '' ? Number.POSITIVE_INFINITY : Number(high);
  return min <= max && max > 0 ? { min, max } : undefined;
}

function toFits(atom: string): Step['fits'] | undefined {
  try {
    // A single character, so it cannot backtrack.
    const expression = new RegExp(`^(?:${atom})$`, 'su');
    return (character) => expression.test(character);
  } catch {
    return undefined;
  }
}

function toSteps(atom: string, times: string | undefined): readonly Step[] | undefined {
  const fits = toFits(atom);
  const count = parseTimes(times);
  if (fits === undefined || count === undefined) return undefined;
  const { min, max } = count;
  if (max === Number.POSITIVE_INFINITY) {
    const needed = Array.from({ length: min }, () => ({ fits, isOptional: false, repeats: false }));
    return [...needed, { fits, isOptional: true, repeats: true }];
  }
  return Array.from({ length: max }, (_, index) => ({ fits, isOptional: index >= min, repeats: false }));
}

/**
 * Compiles a pattern in a part of the syntax of regular expressions: characters, `.`, `\d \w \s`, `[a-z]`, the quantifiers
 * `? * + {2} {2,5}`, and `|` between whole alternatives, without groups. It is matched against the whole text in linear
 * time, so no pattern can occupy the server. Returns undefined for a text that is no such pattern.
 */
export function compilePattern(pattern: string): PatternMatcher | undefined {
  const text = pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, '');
  const alternatives: Step[][] = [[]];
  let stepCount = 0;
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const groups = token.exec(text)?.groups;
    if (groups === undefined) return undefined;
    if (groups.bar !== undefined) {
      alternatives.push([]);
      continue;
    }
    const steps = toSteps(groups.atom ?? '', groups.times);
    if (steps === undefined) return undefined;
    stepCount += steps.length;
    if (stepCount > MAX_STEPS) return undefined;
    alternatives.at(-1)?.push(...steps);
  }
  return (value) => alternatives.some((steps) => matches(steps, value));
}

/** Follows all ways through the steps at once, one character after the other. */
function matches(steps: readonly Step[], text: string): boolean {
  let reached = reachFrom(steps, [0]);
  for (const character of text) {
    const next: number[] = [];
    for (const index of reached) {
      const step = steps[index];
      if (step?.fits(character)) next.push(step.repeats ? index : index + 1);
    }
    if (next.length === 0) return false;
    reached = reachFrom(steps, next);
  }
  return reached.has(steps.length);
}

/** Adds the steps that are reached by leaving out optional ones. */
function reachFrom(steps: readonly Step[], starts: readonly number[]): ReadonlySet<number> {
  const reached = new Set<number>();
  for (const start of starts) {
    for (let index = start; !reached.has(index); index++) {
      reached.add(index);
      if (steps[index]?.isOptional !== true) break;
    }
  }
  return reached;
}
