/** By layer the tokens (`listRuleTokens`) of the rules that are switched off. */
export type HiddenRules = ReadonlyMap<number, ReadonlySet<string>>;

export const noHiddenRules: HiddenRules = new Map();

/** The rules that are switched off in some layers, as calls take them. */
export const listHiddenRules = (hidden: HiddenRules, layerIds: readonly number[]) =>
  [...hidden]
    .filter(([id, rules]) => rules.size > 0 && layerIds.includes(id))
    .map(([classId, rules]) => ({ classId, rules: [...rules] }));

const none: ReadonlySet<string> = new Set();

/** Layers of which other rules are hidden than before. */
export function listChangedLayers(before: HiddenRules, after: HiddenRules): readonly number[] {
  const ids = new Set([...before.keys(), ...after.keys()]);
  return [...ids].filter((id) => {
    const [old, next] = [before.get(id) ?? none, after.get(id) ?? none];
    return old.size !== next.size || !old.isSubsetOf(next);
  });
}
