import { type ESTree, type Plugin, parseSync, Visitor } from 'vite';

/** `callApi` and `callPath` read these properties of a call. */
const readOfCall = ['name', 'method', 'path', 'reply'];
const readOfReply = ['as'];

/**
 * Leaves out of the contract's calls what only the server reads: schemas, policies, limits, error codes, summaries. The
 * calls with which a module makes its constants are marked as pure, so that the bundler drops the schemas that nobody reads
 * then. Calls inside functions stay as they are: some are made for what they change.
 */
export const callsWithoutSchemas = (): Plugin => ({
  name: 'calls-without-schemas',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/packages\/contract\/src\/.*\.ts$/ },
    // Lines stay as they are, which is enough for the source map.
    handler: (code, id) => ({ code: leaveOutSchemas(code, id), map: null }),
  },
});

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function leaveOutSchemas(code: string, id: string): string {
  const edits: Edit[] = [];
  const blankOthers = ({ properties }: ESTree.ObjectExpression, read: readonly string[]) => {
    for (const property of properties) {
      if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
      const { name } = property.key;
      if (!read.includes(name)) edits.push(blank(property, code));
      else if (name === 'reply' && property.value.type === 'ObjectExpression')
        blankOthers(property.value, readOfReply);
    }
  };
  let depth = 0;
  const enter = () => {
    depth += 1;
  };
  const leave = () => {
    depth -= 1;
  };
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    CallExpression({ start, callee, arguments: [call] }) {
      if (depth > 0) return;
      edits.push({ start, end: start, text: '/*@__PURE__*/ ' });
      if (callee.type !== 'Identifier' || callee.name !== 'defineCall') return;
      if (call?.type !== 'ObjectExpression') throw new Error(`${id}: defineCall needs an object literal`);
      blankOthers(call, readOfCall);
    },
  }).visit(parseSync(id, code).program);
  // Edits inside a property that is left out go with it.
  const outer = edits.filter((edit) => !edits.some((one) => one.start < edit.start && edit.end < one.end));
  return outer
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: into }) => text.slice(0, start) + into + text.slice(end), code);
}

/** Keeps the line breaks of a property that is left out. */
function blank({ start, end }: ESTree.Span, code: string): Edit {
  const withComma = code[end] === ',' ? end + 1 : end;
  return { start, end: withComma, text: code.slice(start, withComma).replace(/[^\n]/g, '') };
}
