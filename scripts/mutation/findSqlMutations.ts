import type { Mutant } from './Mutant.ts';
import { isNode, type SyntaxNode } from './syntaxTree.ts';

type Swap = {
  readonly from: RegExp;
  readonly to: string;
  /** Clause that the match stands in, without which it is left alone. */
  readonly isFitting?: (before: string) => boolean;
};

const isInBetween = (before: string) => /\bBETWEEN\b(?:(?!\bAND\b).)*$/s.test(before);
const lastClause =
  /\b(SET|SELECT|WHERE|ON|AND|OR|WHEN|HAVING|LIMIT|VALUES)\b(?!.*\b(?:SET|SELECT|WHERE|ON|AND|OR|WHEN|HAVING|LIMIT|VALUES)\b)/s;
const isCompared = (before: string) => lastClause.exec(before)?.[1] !== 'SET';

/** Each keeps a statement that the database accepts. */
const swaps: readonly Swap[] = [
  { from: /\bAND\b/g, to: 'OR', isFitting: (before) => !isInBetween(before) },
  { from: /\bOR\b(?! REPLACE)/g, to: 'AND' },
  { from: /\bNOT EXISTS\b/g, to: 'EXISTS' },
  { from: /(?<!NOT )(?<!IF )\bEXISTS\b/g, to: 'NOT EXISTS' },
  { from: /\bIS NOT NULL\b/g, to: 'IS NULL' },
  { from: /\bIS NULL\b/g, to: 'IS NOT NULL' },
  { from: /(?<= )<(?= )/g, to: '<=' },
  { from: /(?<= )<=(?= )/g, to: '<' },
  { from: /(?<= )>(?= )/g, to: '>=' },
  { from: /(?<= )>=(?= )/g, to: '>' },
  { from: /(?<= )=(?= )/g, to: '<>', isFitting: isCompared },
  { from: /(?<= )<>(?= )/g, to: '=' },
  { from: /\bDESC\b/g, to: 'ASC' },
  { from: /\bASC\b/g, to: 'DESC' },
  { from: /\bLEFT JOIN\b/g, to: 'JOIN' },
  { from: /\bDISTINCT (?!ON\b|FROM\b)/g, to: '' },
  { from: /\bIS DISTINCT FROM\b/g, to: 'IS NOT DISTINCT FROM' },
];

/** Returns the wrong changes of a template sql`…`; what stands in `${…}` is left alone. */
export function findSqlMutations(template: SyntaxNode, source: string): readonly Omit<Mutant, 'file'>[] {
  const { tag, quasi } = template;
  if (!isNode(tag) || tag.name !== 'sql' || !isNode(quasi)) return [];
  let text = source.slice(quasi.start, quasi.end);
  for (const { start, end } of quasi.expressions as readonly SyntaxNode[]) {
    const [from, to] = [start - quasi.start, end - quasi.start];
    text = text.slice(0, from) + '?'.repeat(to - from) + text.slice(to);
  }
  return swaps.flatMap(({ from, to, isFitting = () => true }) =>
    [...text.matchAll(from)]
      .filter(({ index }) => isFitting(text.slice(0, index)))
      .map((match) => {
        const start = quasi.start + match.index;
        return { start, end: start + match[0].length, replacement: to };
      }),
  );
}
