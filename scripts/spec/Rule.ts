export type Rule = {
  readonly id: string;
  readonly area: string;
  readonly level: string;
  readonly requirement: string;
  /** Interpretation of a rule that cannot be proved as worded; empty when it can. */
  readonly reading: string;
};

const header = ['id', 'area', 'level', 'requirement', 'reading'].join('\t');

/** Reads docs/spec/requirements.tsv. Throws with the line number when a line is not a rule. */
export function parseRules(tsv: string): readonly Rule[] {
  const [first, ...lines] = tsv.replace(/\n+$/, '').split('\n');
  if (first !== header) throw new Error(`the first line is not "${header}"`);
  const rules = lines.map((line, index) => parseRule(line, index + 2));
  const knownIds = new Set<string>();
  for (const { id } of rules) {
    if (knownIds.has(id)) throw new Error(`${id} is there twice`);
    knownIds.add(id);
  }
  return rules;
}

function parseRule(line: string, lineNumber: number): Rule {
  const [id, area, level, requirement, reading, ...more] = line.split('\t');
  if (!id || !area || !level || !requirement || reading === undefined || more.length > 0) {
    throw new Error(`line ${lineNumber} does not have five columns`);
  }
  return { id, area, level, requirement, reading };
}
