import type { ClassifierWithChildren } from '@pgis/contract';

/** Groups whose name or description has the text keep everything, others what of theirs has it. */
export function findInTree(
  groups: readonly ClassifierWithChildren[],
  text: string,
): readonly ClassifierWithChildren[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return groups;
  const has = ({ name, description }: { readonly name: string; readonly description: string }): boolean =>
    `${name}\n${description}`.toLowerCase().includes(wanted);
  return groups
    .map((group) => (has(group) ? group : { ...group, childClassifiers: group.childClassifiers.filter(has) }))
    .filter((group) => has(group) || group.childClassifiers.length > 0);
}
