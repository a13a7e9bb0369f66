import type { ClassifierWithChildren } from '@pgis/contract';

/**
 * Groups whose name or description contains the text, with all their children, and others with their matching
 * children.
 */
export function filterTree(
  groups: readonly ClassifierWithChildren[],
  text: string,
): readonly ClassifierWithChildren[] {
  const needle = text.trim().toLowerCase();
  if (needle === '') return groups;
  const has = ({ name, description }: { readonly name: string; readonly description: string }): boolean =>
    `${name}\n${description}`.toLowerCase().includes(needle);
  return groups
    .map((group) => (has(group) ? group : { ...group, childClassifiers: group.childClassifiers.filter(has) }))
    .filter((group) => has(group) || group.childClassifiers.length > 0);
}
