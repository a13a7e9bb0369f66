import { parseAst } from 'vitest/node';

/** A node of an ESTree; `start` and `end` count UTF-16 code units. */
export type SyntaxNode = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
};

export function isNode(value: unknown): value is SyntaxNode {
  return (
    typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
  );
}

/** Throws when the source of a `.ts` or `.tsx` file is no valid syntax. */
export function parseSource(path: string, source: string): SyntaxNode {
  return parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as SyntaxNode;
}

export function isValidSource(path: string, source: string): boolean {
  try {
    parseSource(path, source);
    return true;
  } catch {
    return false;
  }
}

/** Nodes of TypeScript that contain an expression; all others are types, which do nothing when the program runs. */
const runsLikeExpression = /^TS(As|NonNull|Satisfies|Instantiation)/;

/** Yields every node that runs, with its parent before it. */
export function* walkRunning(node: SyntaxNode): Generator<SyntaxNode> {
  if (node.type.startsWith('TS') && !runsLikeExpression.test(node.type)) return;
  if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return;
  yield node;
  for (const child of Object.values(node).flat()) if (isNode(child)) yield* walkRunning(child);
}
