import { parseSync } from '@swc/core';

type SyntaxNode = { readonly type: string; readonly [key: string]: unknown };

function isNode(value: unknown): value is SyntaxNode {
  return (
    typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
  );
}

/** Returns the words of a callee: `test.each(rows)` and test.each`…` give ['test', 'each']. */
function calleeWords(node: unknown): readonly string[] {
  if (!isNode(node)) return [];
  switch (node.type) {
    case 'Identifier':
      return [String(node.value)];
    case 'MemberExpression':
      return [...calleeWords(node.object), ...calleeWords(node.property)];
    case 'CallExpression':
      return calleeWords(node.callee);
    case 'TaggedTemplateExpression':
      return calleeWords(node.tag);
    default:
      return [];
  }
}

/** Returns a string; of a template its part before the first `${`, with an ellipsis. */
function literalStart(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'StringLiteral') return String(node.value);
  if (node.type !== 'TemplateLiteral') return undefined;
  const [head, ...rest] = node.quasis as readonly { readonly cooked: string }[];
  return `${head?.cooked ?? ''}${rest.length > 0 ? '…' : ''}`;
}

const opensTest = /^(test|it|describe)/;
const leavesOut = new Set(['skip', 'todo', 'fixme']);

function childrenOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

function* walk(value: unknown): Generator<string> {
  if (isNode(value) && value.type === 'CallExpression') {
    const words = calleeWords(value.callee);
    if (words.some((word) => leavesOut.has(word))) return;
    const [first] = value.arguments as readonly { readonly expression: unknown }[];
    const name = literalStart(first?.expression);
    if (opensTest.test(words[0] ?? '') && name !== undefined) yield name;
  }
  for (const child of childrenOf(value)) yield* walk(child);
}

/** Returns the names of tests and describes in a source file, without skipped and todo ones. */
export function listTestNames(source: string, { tsx }: { readonly tsx: boolean }): readonly string[] {
  const tree = parseSync(source, { syntax: 'typescript', tsx, target: 'es2022' });
  return [...walk(tree.body)];
}
