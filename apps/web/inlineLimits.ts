import { limits } from '@pgis/contract';
import { type Plugin, parseSync, Visitor } from 'vite';

/**
 * Writes the values in place of `limits.addressLength` and the like, so that the bundler drops the table of limits: the map
 * reads few of them, and each new one would be a part of its first load.
 */
export const inlineLimits = (): Plugin => ({
  name: 'inline-limits',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/(apps\/web|packages\/contract)\/src\/.*\.tsx?$/, code: /\blimits\./ },
    // Lines stay as they are, which is enough for the source map.
    handler: (code, id) => ({ code: writeLimits(code, id), map: null }),
  },
});

export function writeLimits(code: string, id: string): string {
  if (!isImported(code)) return code;
  const edits: Edit[] = [];
  new Visitor({
    MemberExpression({ start, end }) {
      const value = findLimit(code.slice(start, end));
      if (value !== undefined) edits.push({ start, end, text: `(${JSON.stringify(value)})` });
    },
  }).visit(parseSync(id, code).program);
  // `limits.image` is a part of `limits.image.maxAgeS`.
  const outer = edits.filter((edit) => !edits.some((one) => one.start === edit.start && one.end > edit.end));
  return outer
    .sort((a, b) => b.start - a.start)
    .reduce((into, { start, end, text }) => into.slice(0, start) + text + into.slice(end), code);
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Other things may be called limits. */
const isImported = (code: string): boolean =>
  /import\s+(type\s+)?\{[^}]*\blimits\b[^}]*\}\s+from\s+'(@pgis\/contract|[./]+limits\.ts)'/.test(code);

/** The value of `limits.image.maxAgeS` or of a part of the table; undefined for any other expression. */
function findLimit(expression: string): unknown {
  const [root, ...names] = expression.replace(/\s/g, '').split('.');
  if (root !== 'limits') return undefined;
  return names.reduce<unknown>((part, name) => {
    const isTable = typeof part === 'object' && part !== null;
    return isTable && Object.hasOwn(part, name) ? part[name as keyof typeof part] : undefined;
  }, limits);
}
