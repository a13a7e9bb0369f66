import type { StylePropertyName } from './propertyTable.ts';

/** One sentence about each property, for the style reference. */
export const PROPERTY_DESCRIPTIONS: Readonly<Record<StylePropertyName, string>> = {
  pointIcon:
    "Class name of the icon of a point: 'fa-trash' and 'far fa-bell' from Font Awesome, 'fg-compass' from font-gis; an unknown name draws no icon.",
  pointColor: 'Colour of the icon, or of the dot where a point has neither icon nor form.',
  pointSize: 'Size of the icon; within a form it is drawn no larger than the form can hold.',
  pointForm: 'Background form behind the icon.',
  pointRadius:
    'Half the height of the background form; a point with neither icon nor form is a dot of a third of it.',
  pointRotation: 'Turns form and icon about the place of the point.',
  pointGradient: 'The background form runs from a lighter tone at the top left to its colour.',
  pointBgColor: 'Colour of the background form.',
  fillColor: 'Colour inside polygons.',
  lineColor: 'Colour of lines and of polygon outlines.',
  lineWidth: 'Width of lines and outlines; 0 draws none.',
  lineStyle: 'Solid, or dashed with 8 px of line and 8 px of gap.',
  lineTransparency: 'Alpha the line colour is multiplied with: 1 is opaque, 0 invisible.',
  fillPattern: 'Pattern drawn over the fill of polygons.',
  fillPatternColor: 'Colour of the fill pattern.',
  strokePattern: 'Pattern drawn over lines and outlines.',
  linePatternColor: 'Colour of the line pattern.',
  labelEnabled: 'Labels are drawn where their text is not empty.',
  objLabel: 'Label text with the placeholders {name}, {description} and {data.FIELD}.',
  labelColor: 'Colour of the label.',
  labelSize: 'Font size of the label; 0 draws none.',
  labelFont: 'Font family of the label; others stand in where it is missing.',
  labelHaloColor: 'Colour of the rim around the letters.',
  labelHaloWidth: 'Width of that rim, half of it outside the letters; 0 draws none.',
  labelPosition:
    "Side of a point, or of the middle of a polygon, on which the label lies; 'top' is above a line, 'bottom' below it, all others on it. 'auto' is below points, in polygons and above lines, and so is 'center' for a point.",
  labelOffsetX: 'Moves the label to the right; without effect along lines.',
  labelOffsetY: 'Moves the label down, or away from the upper side of a line.',
  labelPriority: 'Of labels of a layer that would overlap, those with a higher number are drawn.',
  labelMinZoom: 'Lowest zoom level with labels.',
  labelMaxZoom: 'Highest zoom level with labels.',
  rule: "Which objects a rule style is for: 'data.FIELD=VALUE', 'data.FIELD' for those without a value, 'Default' for all others.",
  ruleKey:
    "By what readers' browsers know a rule whose field has been renamed: the text it had first. Written by the server.",
  ruleRange:
    "Numbers a rule style is for, instead of the value in its rule: '[110,178)' from 110 up to but without 178, '[178,246]' with 246; a bound can be missing.",
  ruleConditions:
    'Conditions an object must meet instead of having the value in the rule, in the form of the filter of a layer: `condition` (and, or) and `rules` with `field`, `operator` and `value`. They replace a range.',
  ruleNameEn:
    'Name of a rule in the legend, in English. A missing name is replaced by the English one, by any other, else by the value in the rule.',
  ruleNameRu: 'The same in Russian.',
  ruleNameLv: 'The same in Latvian.',
  minResolution: 'Kept and returned, not applied.',
  maxResolution: 'Kept and returned, not applied.',
  theme: 'Thematic style; with one of them the rules rest and the theme chooses colours.',
  sizeField:
    "Field whose numbers set the size of points, whatever rule draws them; empty for the rule's own size. Properties with `size` belong to the whole style: those of a rule have no effect.",
  sizeScale: 'What grows with the number: the area, the width, or the width with its logarithm.',
  sizeFrom: 'Number of the smallest size; lower ones have it too.',
  sizeTo: 'Number of the largest size; higher ones have it too.',
  sizeMin: 'Smallest height of the form, the dot or the icon.',
  sizeMax: 'Largest height.',
  sizeMissing: 'Size of an object without a number in the field.',
  sizeLines: 'The field sets the width of lines, too.',
  sizeLineMin: 'Smallest width of lines.',
  sizeLineMax: 'Largest width of lines.',
};
