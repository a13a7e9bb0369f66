import { RULE_TOKEN } from '@pgis/cartography';
import { limits } from '@pgis/contract';
import type { HiddenRules } from '../../../map/index.ts';

/** A cookie holds 4 KB, and others need room too. */
const MOST_LETTERS = 2_000;

const layerPattern = new RegExp(`^[0-9a-z]{1,11}-${RULE_TOKEN}(?:\\.${RULE_TOKEN})*$`);

/** Layers with `~` between, of each its id to base 36 and the tokens: letters that a cookie takes as they are. */
export function writeHiddenRules(hidden: HiddenRules): string {
  const layers = [...hidden].map(
    ([id, tokens]) => `${id.toString(36)}-${[...tokens].slice(0, limits.hiddenRules).join('.')}`,
  );
  // What was switched last stands last and stays.
  while (layers.join('~').length > MOST_LETTERS) layers.shift();
  return layers.join('~');
}

/** Whatever stands in the cookie; what is broken is left out. */
export const readHiddenRules = (text: string): HiddenRules =>
  new Map(
    text
      .slice(0, MOST_LETTERS)
      .split('~')
      .filter((layer) => layerPattern.test(layer))
      .map((layer) => {
        const [id = '', tokens = ''] = layer.split('-');
        return [Number.parseInt(id, 36), new Set(tokens.split('.').slice(0, limits.hiddenRules))];
      }),
  );
