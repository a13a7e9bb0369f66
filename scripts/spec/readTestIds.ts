const id = /[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d{2}/.source;
/** A whole family of decisions, such as `D-PERM`, and findings of the walks, such as `M-H5`, may stand among the ids. */
const idOrFamily = `(?:${id}|D-[A-Z]+|[AM]-[A-Z]\\d{1,2})`;
const idsAtStart = new RegExp(`^(${idOrFamily}(?: ${idOrFamily})*): \\S`);
const startsWithId = new RegExp(`^(${id}|[AM]-[A-Z]\\d{1,2})(?![\\w-])`);

export type TestIds = { readonly ids: readonly string[]; readonly malformed: boolean };

/**
 * Reads the ids of the rules and findings that a test's name claims to prove. Malformed: it starts with an id, but not as `ID ID:
 * what it proves`.
 */
export function readTestIds(testName: string): TestIds {
  const match = idsAtStart.exec(testName);
  if (match?.[1] !== undefined) return { ids: match[1].split(' '), malformed: false };
  return { ids: [], malformed: startsWithId.test(testName) };
}
