const id = /[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d{2}/.source;
const idsAtStart = new RegExp(`^(${id}(?: ${id})*): \\S`);
const startsWithId = new RegExp(`^(${id})(?![\\w-])`);

export type TestIds = { readonly ids: readonly string[]; readonly malformed: boolean };

/** The rules a test's name says it proves. Malformed: it starts with an id, but not as `ID ID: what it proves`. */
export function readTestIds(testName: string): TestIds {
  const match = idsAtStart.exec(testName);
  if (match?.[1] !== undefined) return { ids: match[1].split(' '), malformed: false };
  return { ids: [], malformed: startsWithId.test(testName) };
}
