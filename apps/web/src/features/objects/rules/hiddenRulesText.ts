import { RULE_TOKEN } from '@pgis/cartography';
import { limits } from '@pgis/contract';
import type { HiddenRules } from '../../../map/index.ts';

/** A cookie holds 4 096 bytes, which are shared with other preferences. */
const MAX_LETTERS = 2_000;

const layerPattern = new RegExp(`^[0-9a-z]{1,11}-${RULE_TOKEN}(?:\\.${RULE_TOKEN})*$`);

/** Layers separated by `~`: each is its id to base 36 and the tokens, in letters that a cookie need not escape. */
export function writeHiddenRules(hidden: HiddenRules): string {
  const layers = [...hidden].map(
    ([id, tokens]) => `${id.toString(36)}-${[...tokens].slice(0, limits.hiddenRules).join('.')}`,
  );
  // The most recently switched layers come last and stay.
  while (layers.join('~').length > MAX_LETTERS) layers.shift();
  return layers.join('~');
}

/** Parses the cookie; invalid entries are left out. */
export const readHiddenRules = (text: string): HiddenRules =>
  new Map(
    text
      .slice(0, MAX_LETTERS)
      .split('~')
      .filter((layer) => layerPattern.test(layer))
      .map((layer) => {
        const [id = '', tokens = ''] = layer.split('-');
        return [Number.parseInt(id, 36), new Set(tokens.split('.').slice(0, limits.hiddenRules))];
      }),
  );
