import { parseTemplate, type StyleValues, type TemplatePart } from '@pgis/cartography';
import { fieldColumn } from '@pgis/contract/plain';
import type { GeometryKind } from '@pgis/geo';
import { escapeXml } from '../escapeXml.ts';
import { quoteString, toQgisColor } from './qgisTexts.ts';

interface LabelContext {
  readonly kind: GeometryKind;
  /** Returns a column of the report as an expression; undefined where the file does not have it. */
  readonly column: (column: string) => string | undefined;
}

/** Labels as Default has them; '' where it has none, or none of whose fields is in the file. */
export function labelingXml(rules: readonly StyleValues[], context: LabelContext): string {
  const style = rules.at(-1);
  if (style === undefined || !style.labelEnabled || style.labelSize === 0) return '';
  const expression = labelExpression(parseTemplate(style.objLabel), context);
  if (expression === undefined) return '';
  const text = [
    `fieldName="${escapeXml(expression)}" isExpression="1"`,
    `fontFamily="${escapeXml(style.labelFont)}" fontSize="${style.labelSize}" fontSizeUnit="Pixel"`,
    `textColor="${toQgisColor(style.labelColor)}" textOpacity="1"`,
  ].join(' ');
  const halo = `<text-buffer bufferDraw="${style.labelHaloWidth > 0 ? 1 : 0}" bufferSize="${style.labelHaloWidth / 2}" bufferSizeUnits="Pixel" bufferColor="${toQgisColor(style.labelHaloColor)}" bufferOpacity="1"/>`;
  return `<labeling type="simple"><settings calloutType="simple"><text-style ${text}>${halo}</text-style><placement placement="${placements[context.kind]}"/><rendering/></settings></labeling>`;
}

/** Numbers of `Qgis::LabelPlacement`: around a point, along a line, over the middle of a polygon. */
const placements: Readonly<Record<GeometryKind, number>> = { point: 0, line: 2, polygon: 1 };

function labelExpression(parts: readonly TemplatePart[], { column }: LabelContext): string | undefined {
  const expressions = parts.map((part) => {
    if (part.kind === 'text') return quoteString(part.text);
    const found = column(part.kind === 'field' ? fieldColumn(part.field) : part.kind);
    return found === undefined ? undefined : `coalesce(${found},'')`;
  });
  const hasColumn = parts.some(({ kind }, at) => kind !== 'text' && expressions[at] !== undefined);
  return hasColumn ? `concat(${expressions.filter((one) => one !== undefined).join(',')})` : undefined;
}
