export type Finding = {
  /** `M-H5`: the map's walk, severity high, the fifth. */
  readonly id: string;
  readonly finding: string;
  /** Tests that prove that it is gone: `path`, where a test is named by the id, or `path: beginning of a test's name`. */
  readonly tests: readonly string[];
  /** Why it holds, as a whole or in part; empty when it is gone. */
  readonly reason: string;
};

const header = ['id', 'finding', 'tests', 'reason'].join('\t');
const idPattern = /^(?<family>[AM]-[A-Z])(?<number>\d{1,2})$/;

export const isFindingId = (id: string): boolean => idPattern.test(id);

/** Reads docs/spec/findings.tsv. Throws when a line is no finding, or a family of ids has a gap. */
export function parseFindings(tsv: string): readonly Finding[] {
  const [first, ...lines] = tsv.replace(/\n+$/, '').split('\n');
  if (first !== header) throw new Error(`the first line is not "${header}"`);
  const findings = lines.map((line, index) => parseFinding(line, index + 2));
  const lastNumbers = new Map<string, number>();
  for (const { id } of findings) {
    const { family = '', number } = idPattern.exec(id)?.groups ?? {};
    const expected = (lastNumbers.get(family) ?? 0) + 1;
    if (Number(number) !== expected) throw new Error(`${family}${expected} is expected in place of ${id}`);
    lastNumbers.set(family, expected);
  }
  return findings;
}

function parseFinding(line: string, lineNumber: number): Finding {
  const [id, finding, tests, reason, ...more] = line.split('\t');
  if (!id || !isFindingId(id) || !finding || tests === undefined || reason === undefined || more.length > 0)
    throw new Error(`line ${lineNumber} does not have four columns`);
  return { id, finding, tests: tests === '' ? [] : tests.split(' | '), reason };
}
