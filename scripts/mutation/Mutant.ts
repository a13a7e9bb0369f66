/** A small wrong change to one source file. */
export type Mutant = {
  /** Path from the root of the repository. */
  readonly file: string;
  /** Range of the source, in UTF-16 code units, that `replacement` replaces. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
};

export const applyMutant = (source: string, { start, end, replacement }: Mutant): string =>
  source.slice(0, start) + replacement + source.slice(end);

const MAX_SHOWN = 90;
const shorten = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line;
};

/** Returns `path:line:column`, the replaced source and what replaces it. */
export function describeMutant(source: string, mutant: Mutant): string {
  const before = source.slice(0, mutant.start).split('\n');
  const position = `${mutant.file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
  const to = mutant.replacement === '' ? '(nothing)' : shorten(mutant.replacement);
  return `${position}  ${shorten(source.slice(mutant.start, mutant.end))}  →  ${to}`;
}
