/** Tokens (`listRuleTokens`) of the rules that are switched off, by layer. */
export type HiddenRules = ReadonlyMap<number, ReadonlySet<string>>;

export const noHiddenRules: HiddenRules = new Map();

/** The rules that are switched off, in wire form; empty layers are left out. */
export const listHiddenRules = (hidden: HiddenRules, layerIds: readonly number[]) =>
  [...hidden]
    .filter(([id, rules]) => rules.size > 0 && layerIds.includes(id))
    .map(([classId, rules]) => ({ classId, rules: [...rules] }));

const none: ReadonlySet<string> = new Set();

/** Lists the layers whose hidden rules differ. */
export function listChangedLayers(before: HiddenRules, after: HiddenRules): readonly number[] {
  const ids = new Set([...before.keys(), ...after.keys()]);
  return [...ids].filter((id) => {
    const [old, next] = [before.get(id) ?? none, after.get(id) ?? none];
    return old.size !== next.size || !old.isSubsetOf(next);
  });
}
