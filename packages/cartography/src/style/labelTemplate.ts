import type { ObjectData } from '@pgis/conditions';
import { fieldValue, toText } from '@pgis/conditions';

/** One part of a label: fixed text or a placeholder. `field` is a field of `data`. */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'name' }
  | { readonly kind: 'description' }
  | { readonly kind: 'field'; readonly field: string };

/** Object properties that placeholders refer to. */
export type LabelledObject = {
  readonly name?: string | null;
  readonly description?: string | null;
  readonly data?: ObjectData | null;
};

const PLACEHOLDER = /\{([^{}]+)\}/g;
const DATA = 'data.';

const toPart = (inside: string): TemplatePart => {
  const key = inside.trim();
  if (key === 'name' || key === 'description') return { kind: key };
  return { kind: 'field', field: key.startsWith(DATA) ? key.slice(DATA.length) : key };
};

/**
 * Parses `{name}`, `{description}`, `{data.FIELD}`, and the short form `{FIELD}`, which can never mean the first two.
 * The server turns the parts into SQL, so both fill a label alike.
 */
export const parseTemplate = (template: string): readonly TemplatePart[] => {
  const parts: TemplatePart[] = [];
  let at = 0;
  for (const found of template.matchAll(PLACEHOLDER)) {
    if (found.index > at) parts.push({ kind: 'text', text: template.slice(at, found.index) });
    parts.push(toPart(found[1] as string));
    at = found.index + found[0].length;
  }
  if (at < template.length) parts.push({ kind: 'text', text: template.slice(at) });
  return parts;
};

const fillPart = (part: TemplatePart, object: LabelledObject): string => {
  if (part.kind === 'text') return part.text;
  return toText(part.kind === 'field' ? fieldValue(object.data, part.field) : object[part.kind]);
};

/**
 * Returns the label of an object, trimmed. Missing values are empty, and values are never parsed as templates.
 */
export const fillTemplate = (template: string, object: LabelledObject): string =>
  parseTemplate(template)
    .map((part) => fillPart(part, object))
    .join('')
    .trim();
