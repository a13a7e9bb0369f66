/** An interval of numbers. It includes `from`; a missing bound is open. */
export type RuleRange = {
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly includesTo: boolean;
};

const BOUND = '([+-]?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?)?';
const RANGE = new RegExp(`^\\[${BOUND},${BOUND}([)\\]])$`);

const parseBound = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);

/** Parses a range in PostgreSQL's notation: `[110,178)` excludes 178, `[330,596]` includes 596, `[0,)` has no end. */
export const parseRuleRange = (text: string): RuleRange | undefined => {
  const found = RANGE.exec(text);
  if (found === null) return undefined;
  const [from, to] = [parseBound(found[1]), parseBound(found[2])];
  if (from !== undefined && to !== undefined && from > to) return undefined;
  return { from, to, includesTo: found[3] === ']' };
};

/** Returns the saved form of a range. */
export const toRuleRange = ({ from, to, includesTo }: RuleRange): string =>
  `[${from ?? ''},${to ?? ''}${includesTo ? ']' : ')'}`;

export const isInRange = ({ from, to, includesTo }: RuleRange, value: number): boolean =>
  (from === undefined || value >= from) && (to === undefined || value < to || (includesTo && value === to));
