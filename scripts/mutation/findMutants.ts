import { findSqlMutations } from './findSqlMutations.ts';
import { applyMutant, type Mutant } from './Mutant.ts';
import { isNode, isValidSource, parseSource, type SyntaxNode, walkRunning } from './syntaxTree.ts';

type Mutation = Omit<Mutant, 'file'>;
type Mutate = (node: SyntaxNode, source: string) => readonly Mutation[];

const replace = ({ start, end }: SyntaxNode, replacement: string): Mutation => ({ start, end, replacement });
const child = (node: SyntaxNode, key: string) => node[key] as SyntaxNode;
const textOf = ({ start, end }: SyntaxNode, source: string) => source.slice(start, end);

const otherOperators: Readonly<Record<string, readonly string[]>> = {
  '===': ['!=='],
  '!==': ['==='],
  '==': ['!='],
  '!=': ['=='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&': ['|'],
  '|': ['&'],
  '<<': ['>>'],
  '>>': ['<<'],
  '&&': ['||'],
  '||': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['/='],
  '/=': ['*='],
};

const isText = (node: SyntaxNode): boolean =>
  node.type === 'TemplateLiteral' ||
  (node.type === 'Literal' && typeof node.value === 'string') ||
  (node.type === 'BinaryExpression' && (isText(child(node, 'left')) || isText(child(node, 'right'))));

const swapOperator: Mutate = (node, source) => {
  const operator = String(node.operator);
  if (operator === '+' && isText(node)) return [];
  const from = child(node, 'left').end;
  const start = source.indexOf(operator, from);
  return (otherOperators[operator] ?? []).map((replacement) => ({
    start,
    end: start + operator.length,
    replacement,
  }));
};

const forceCondition: Mutate = (node) => {
  const test = child(node, 'test');
  return [replace(test, 'true'), replace(test, 'false')];
};

/** `classes.name ?? ''`: TypeScript asks for the text, but a class of a CSS module always has its name. */
const isClassName = (node: SyntaxNode, source: string): boolean =>
  /^\w*[cC]lasses\.\w+ \?\? ''$/.test(textOf(node, source));

const neverLoop: Mutate = (node) => (isNode(node.test) ? [replace(node.test, 'false')] : []);

const isCall = (node: SyntaxNode): boolean =>
  node.type === 'CallExpression' ||
  ((node.type === 'AwaitExpression' || node.type === 'UnaryExpression') && isCall(child(node, 'argument'))) ||
  (node.type === 'ChainExpression' && isCall(child(node, 'expression')));

const dropCall: Mutate = (node) => {
  const expression = child(node, 'expression');
  const isSuper = isNode(expression.callee) && expression.callee.type === 'Super';
  return isCall(expression) && !isSuper ? [replace(expression, 'void 0')] : [];
};

/** Literals have mutants of their own, and an object or a function without its value is noticed at once. */
const returnsNothingElse = new Set(['Literal', 'JSXElement', 'JSXFragment', 'BlockStatement']);
const dropResult = (result: unknown): readonly Mutation[] =>
  !isNode(result) || returnsNothingElse.has(result.type) || result.name === 'undefined'
    ? []
    : [replace(result, 'undefined')];

const otherMethods: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
};

/** Methods whose result is used like their object, so that the call can be left out of a chain. */
const droppedMethods = new Set(
  'filter sort toSorted reverse toReversed slice trim toLowerCase toUpperCase'
    .concat(' where having orderBy limit distinct forUpdate')
    .split(' '),
);

const otherSqlOperators: Readonly<Record<string, string>> = {
  '=': '!=',
  '!=': '=',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  in: 'not in',
  is: 'is not',
  'is not': 'is',
};

/** Mutates a call of a method: another method, no call, or another operator of a condition of Kysely. */
const mutateMethod: Mutate = (node, source) => {
  const callee = child(node, 'callee');
  const given = node.arguments as readonly SyntaxNode[];
  const sqlOperator = given.length === 3 ? otherSqlOperators[String(given[1]?.value)] : undefined;
  const condition =
    sqlOperator === undefined || given[1]?.type !== 'Literal' ? [] : [replace(given[1], `'${sqlOperator}'`)];
  if (callee.type !== 'MemberExpression' || callee.computed === true) return condition;
  const object = child(callee, 'object');
  const property = child(callee, 'property');
  const method = String(property.name);
  const other = otherMethods[method];
  return [
    ...condition,
    ...(other === undefined ? [] : [replace(property, other)]),
    ...(droppedMethods.has(method) ? [replace(node, textOf(object, source))] : []),
  ];
};

const mutateByType: Readonly<Record<string, Mutate>> = {
  IfStatement: forceCondition,
  ConditionalExpression: forceCondition,
  WhileStatement: neverLoop,
  ForStatement: neverLoop,
  BinaryExpression: swapOperator,
  AssignmentExpression: swapOperator,
  LogicalExpression: (node, source) => {
    if (node.operator !== '??') return swapOperator(node, source);
    return isClassName(node, source) ? [] : [replace(node, textOf(child(node, 'left'), source))];
  },
  UnaryExpression: (node, source) =>
    node.operator === '!' || node.operator === '-'
      ? [replace(node, textOf(child(node, 'argument'), source))]
      : [],
  UpdateExpression: (node, source) => [
    replace(
      node,
      textOf(node, source).replace(/\+\+|--/, (sign) => (sign === '++' ? '--' : '++')),
    ),
  ],
  ExpressionStatement: dropCall,
  ReturnStatement: (node) => dropResult(node.argument),
  ArrowFunctionExpression: (node) => dropResult(node.body),
  Literal: (node) => (typeof node.value === 'boolean' ? [replace(node, String(!node.value))] : []),
  CallExpression: mutateMethod,
  TaggedTemplateExpression: findSqlMutations,
};

/** Returns every mutant of a source file: conditions, operators, boundaries, calls, results and fragments of SQL. */
export function findMutants(file: string, source: string): readonly Mutant[] {
  const mutants = [...walkRunning(parseSource(file, source))].flatMap((node) =>
    (mutateByType[node.type]?.(node, source) ?? []).map((mutation) => ({ file, ...mutation })),
  );
  return mutants.filter((mutant) => isValidSource(file, applyMutant(source, mutant)));
}
