import { type Finding, isFindingId } from './Finding.ts';
import type { TestFile } from './readTestFiles.ts';
import { readTestIds } from './readTestIds.ts';

/** Compares the findings of the walks with the names of tests; returns what is wrong. */
export function compareFindings(findings: readonly Finding[], files: readonly TestFile[]): readonly string[] {
  const namesOf = new Map(files.map(({ path, testNames }) => [path, testNames]));
  const known = new Map(findings.map((finding) => [finding.id, finding]));
  const idsOf = (name: string) => readTestIds(name).ids.filter(isFindingId);

  const checkTest = ({ id }: Finding, test: string): readonly string[] => {
    const [path = '', ...rest] = test.split(': ');
    const beginning = rest.join(': ');
    const names = namesOf.get(path) ?? [];
    const isThere = names.some((name) =>
      beginning === '' ? idsOf(name).includes(id) : name.startsWith(beginning),
    );
    if (isThere) return [];
    return [`${id}: ${path} has no test ${beginning === '' ? `named by ${id}` : `"${beginning}"`}`];
  };
  const fromTable = findings.flatMap((finding) =>
    finding.tests.length === 0 && finding.reason === ''
      ? [`${finding.id} has neither a test nor a reason`]
      : finding.tests.flatMap((test) => checkTest(finding, test)),
  );
  const fromTests = files.flatMap(({ path, testNames }) =>
    testNames.flatMap((name) =>
      idsOf(name).flatMap((id) => {
        const finding = known.get(id);
        if (finding === undefined) return [`${path}: there is no finding ${id} ("${name}")`];
        return finding.tests.includes(path) ? [] : [`${id}: ${path} is missing among its tests ("${name}")`];
      }),
    ),
  );
  return [...fromTable, ...new Set(fromTests)];
}
