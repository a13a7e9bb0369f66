import {
  DEFAULT_RULE,
  type FieldChanges,
  type GeomStyle,
  isStyleProperty,
  NO_RULE,
  parseColor,
  parseGeomStyle,
  renameFieldsInStyle,
  resolveStyle,
  ruleNamesOf,
  SIZE_PROPERTIES,
  STYLE_DEFAULTS,
  STYLE_PROPERTIES,
  type StylePropertyName,
  type StyleValues,
  toRgba,
} from '@pgis/cartography';

/** The selected rule: the default rule, or the index of one in `rules`. */
export type SelectedRule = 'default' | number;

/**
 * A style in the editor. Every rule has all its own properties, so that a change of Default leaves the others alone;
 * a missing property has the default of the property table.
 */
export interface StyleDraft {
  /** The stored text, which is sent back unchanged if the style was not edited (D-CLS-18). */
  readonly storedText: string;
  readonly isChanged: boolean;
  /** The rule Default (RULE-01), with the theme and the other properties of the style as a whole. */
  readonly fallback: GeomStyle;
  /** All other rules, in the order in which they are tried. */
  readonly rules: readonly GeomStyle[];
  /** The rule whose values the editor shows. */
  readonly selected: SelectedRule;
  /** Rules that are selected together with it: a change is made in all of them. Drafts stored before lack it. */
  readonly alsoSelected?: readonly SelectedRule[];
}

/** The properties that say which objects a rule is for, and its names. */
const OF_RULE: readonly string[] = Object.keys(NO_RULE);

/** The properties of a style as a whole, not of one of its rules. */
const WHOLE: ReadonlySet<string> = new Set([
  ...OF_RULE,
  'labelRules',
  'theme',
  'minResolution',
  'maxResolution',
  ...Object.keys(SIZE_PROPERTIES),
]);

const isAppearance = (name: string): name is StylePropertyName => isStyleProperty(name) && !WHOLE.has(name);

/** The properties of the style as a whole, such as its theme, and those that no control edits. */
export const wholeOf = (style: GeomStyle): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(style).filter(
      ([name, value]) =>
        !isAppearance(name) &&
        !OF_RULE.includes(name) &&
        name !== 'labelRules' &&
        !(isStyleProperty(name) && value === STYLE_DEFAULTS[name]),
    ),
  );

/** The properties that a rule draws with, without its name and the properties of the style as a whole. */
export const appearanceOf = (style: GeomStyle): GeomStyle =>
  Object.fromEntries(Object.entries(style).filter(([name]) => isAppearance(name)));

/** Default alone is selected. */
export const ONLY_DEFAULT = { selected: 'default', alsoSelected: [] } as const satisfies Partial<StyleDraft>;

const isDefault = ({ rule }: GeomStyle): boolean => rule?.trim() === DEFAULT_RULE;

/**
 * Parses a stored style. Unreadable properties have their defaults in the editor and stay stored until a change is
 * saved.
 */
export function openStyle(storedText: string): StyleDraft {
  const { labelRules = [], ...top } = parseGeomStyle(storedText).style;
  const appearance = appearanceOf(top);
  return {
    storedText,
    isChanged: false,
    fallback: { ...top, ...labelRules.find(isDefault) },
    rules: labelRules.filter((rule) => !isDefault(rule)).map((rule) => ({ ...appearance, ...rule })),
    selected: 'default',
  };
}

/** STYLE-12: writes colours as rgba, also those that have the names of the defaults. */
export const withRgbaColors = (style: GeomStyle): GeomStyle =>
  Object.fromEntries(
    Object.entries(style).map(([name, value]) => {
      const color =
        isStyleProperty(name) && STYLE_PROPERTIES[name].type === 'color'
          ? parseColor(String(value))
          : undefined;
      return [name, color === undefined ? value : toRgba(color)];
    }),
  );

/** The style to save. RULE-09: the properties of Default also stand at the top level. */
export function toStyle({ fallback, rules }: Pick<StyleDraft, 'fallback' | 'rules'>): GeomStyle {
  const appearance = withRgbaColors(appearanceOf(fallback));
  const unset = Object.fromEntries(
    Object.keys(appearance).map((name) => [name, STYLE_DEFAULTS[name as StylePropertyName]]),
  );
  return {
    ...withRgbaColors(fallback),
    rule: DEFAULT_RULE,
    labelRules: [
      ...rules.map((rule) => withRgbaColors({ ...unset, ...rule })),
      { ...appearance, ...ruleNamesOf(fallback), rule: DEFAULT_RULE },
    ],
  };
}

/** Returns the text to send; rules and labels follow fields that are renamed in the same save (D-CLS-08). */
export const toStyleText = (draft: StyleDraft, moves: FieldChanges): string =>
  draft.isChanged ? renameFieldsInStyle(JSON.stringify(toStyle(draft)), moves) : draft.storedText;

/** The rule with the given selection. */
export const ruleAt = ({ fallback, rules }: StyleDraft, selected: SelectedRule): GeomStyle =>
  selected === 'default' ? fallback : (rules[selected] ?? fallback);

/** All selected rules. */
export const selectionOf = ({ selected, alsoSelected = [] }: StyleDraft): readonly SelectedRule[] => [
  selected,
  ...alsoSelected,
];

/** Properties in which the selected rules differ. */
export function mixedProperties(draft: StyleDraft): ReadonlySet<StylePropertyName> {
  const [first, ...others] = selectionOf(draft).map((rule) => resolveStyle(ruleAt(draft, rule)));
  const names = Object.keys(STYLE_PROPERTIES) as StylePropertyName[];
  return new Set(names.filter((name) => others.some((other) => other[name] !== first?.[name])));
}

/** RULE-03: every property of the selected rule. */
export const editedValues = (draft: StyleDraft): StyleValues => resolveStyle(ruleAt(draft, draft.selected));
