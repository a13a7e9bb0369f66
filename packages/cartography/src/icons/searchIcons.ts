import { iconClassName } from './findIcon.ts';
import type { IconFontKey } from './iconFonts.ts';
import { iconFontFamily } from './iconFonts.ts';
import { ICON_SEARCH } from './iconSearch.gen.ts';

/** An icon of the picker; `className` is its value of `pointIcon`, `label` is English. */
export type PickerIcon = {
  readonly className: string;
  readonly font: IconFontKey;
  readonly family: string;
  readonly label: string;
  readonly terms: string;
};

/** All icons, Font Awesome solid first. */
export const PICKER_ICONS: readonly PickerIcon[] = ICON_SEARCH.map(([font, name, label, terms]) => ({
  className: iconClassName(font, name),
  font,
  family: iconFontFamily(font),
  label,
  terms,
}));

/**
 * Returns the icons whose name, label or search terms contain every word of `text`; an empty text returns all.
 */
export const searchIcons = (text: string): readonly PickerIcon[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return PICKER_ICONS.filter(({ className, label, terms }) => {
    const all = `${className} ${label} ${terms}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
};
