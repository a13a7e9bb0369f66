import {
  DEFAULT_RULE,
  type FieldMoves,
  type GeomStyle,
  isStyleProperty,
  moveInStyle,
  parseGeomStyle,
  resolveStyle,
  STYLE_DEFAULTS,
  type StylePropertyName,
  type StyleValues,
} from '@pgis/cartography';

/** Where the editor stands: Default, or a rule of `rules` by its place. */
export type SelectedRule = 'default' | number;

/**
 * A style in the editor. Every rule has its whole look of its own, so that a change of Default leaves the others alone;
 * a property that is missing has the default of the table.
 */
export interface StyleDraft {
  /** What is sent, byte for byte, as long as nothing was changed (D-CLS-18). */
  readonly storedText: string;
  readonly isChanged: boolean;
  /** The rule Default (RULE-01), with the theme and all that belongs to the style as a whole. */
  readonly fallback: GeomStyle;
  /** All others, in the order they are tried. */
  readonly rules: readonly GeomStyle[];
  readonly selected: SelectedRule;
}

/** What belongs to a style as a whole, not to one of its rules. */
const WHOLE: ReadonlySet<string> = new Set([
  'rule',
  'ruleKey',
  'labelRules',
  'theme',
  'minResolution',
  'maxResolution',
]);

const isLook = (name: string): name is StylePropertyName => isStyleProperty(name) && !WHOLE.has(name);

/** How a rule looks, without its name and without what belongs to the whole style. */
export const lookOf = (style: GeomStyle): GeomStyle =>
  Object.fromEntries(Object.entries(style).filter(([name]) => isLook(name)));

const isDefault = ({ rule }: GeomStyle): boolean => rule?.trim() === DEFAULT_RULE;

/** Reads a style as stored. What it cannot read has its default in the editor, and stays as it is until a change is saved. */
export function openStyle(storedText: string): StyleDraft {
  const { labelRules = [], ...top } = parseGeomStyle(storedText).style;
  const look = lookOf(top);
  return {
    storedText,
    isChanged: false,
    fallback: { ...top, ...labelRules.find(isDefault) },
    rules: labelRules.filter((rule) => !isDefault(rule)).map((rule) => ({ ...look, ...rule })),
    selected: 'default',
  };
}

/** The style as it is saved: RULE-09, on top stands what Default has. */
export function toStyle({ fallback, rules }: Pick<StyleDraft, 'fallback' | 'rules'>): GeomStyle {
  const look = lookOf(fallback);
  const unset = Object.fromEntries(
    Object.keys(look).map((name) => [name, STYLE_DEFAULTS[name as StylePropertyName]]),
  );
  return {
    ...fallback,
    rule: DEFAULT_RULE,
    labelRules: [...rules.map((rule) => ({ ...unset, ...rule })), { ...look, rule: DEFAULT_RULE }],
  };
}

/** What is sent; rules and labels follow fields that have another name in the same save (D-CLS-08). */
export const toStyleText = (draft: StyleDraft, moves: FieldMoves): string =>
  draft.isChanged ? moveInStyle(JSON.stringify(toStyle(draft)), moves) : draft.storedText;

/** The rule in the editor. */
export const ruleAt = ({ fallback, rules }: StyleDraft, selected: SelectedRule): GeomStyle =>
  selected === 'default' ? fallback : (rules[selected] ?? fallback);

/** RULE-03: every property of the selected rule. */
export const editedValues = (draft: StyleDraft): StyleValues => resolveStyle(ruleAt(draft, draft.selected));
