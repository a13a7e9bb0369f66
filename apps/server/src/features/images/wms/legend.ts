import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildLegend,
  hasValueSizes,
  parseGeomStyle,
  type SymbolKind,
  type ThemeText,
} from '@pgis/cartography';
import { fieldLabels, type Language, type LayerId } from '@pgis/contract';
import { type Layer, layerNameIn } from '../../../layers/Layer.ts';
import { type ObjectKind, objectKinds } from '../../../layers/ObjectKind.ts';
import type { LegendJob, LegendLine } from '../../../rendering/job/LegendJob.ts';
import { parseFormat, parseLayers } from '../parseGetMap.ts';
import { WmsQuery } from './WmsQuery.ts';

/** Texts of a legend, from the translations of the web application. */
export interface LegendTexts {
  readonly language: Language;
  readonly noName: string;
  readonly themeText: (text: ThemeText) => string;
  readonly kindNames: Readonly<Record<ObjectKind, string>>;
}

interface Translations {
  readonly MAP?: {
    readonly NO_NAME?: string;
    readonly THEMES?: Partial<Record<string, string>>;
    readonly TOOLS?: Partial<Record<'POINT' | 'LINE' | 'POLYGON', { readonly NAME?: string }>>;
  };
}

export function readLegendTexts(folder: string, language: Language): LegendTexts {
  const { MAP } = JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as Translations;
  const kindName = (kind: 'POINT' | 'LINE' | 'POLYGON') => MAP?.TOOLS?.[kind]?.NAME ?? kind.toLowerCase();
  return {
    language,
    noName: MAP?.NO_NAME ?? '',
    themeText: (text) => MAP?.THEMES?.[text] ?? text,
    kindNames: { 1: kindName('POINT'), 2: kindName('LINE'), 3: kindName('POLYGON') },
  };
}

/**
 * Parses the parameters of a WMS GetLegendGraphic (OGC 05-078r4).
 *
 * @throws IMAGE_REQUEST with the invalid parameters.
 */
export function parseLegend(query: Readonly<Record<string, string>>, layerId: LayerId) {
  const values = new WmsQuery(query);
  values.service();
  const format = parseFormat(values, 'image/png');
  values.text('STYLE', /^default$/, 'default');
  const [kind = objectKinds.point, ...more] = parseLayers(values, 'LAYER', layerId);
  if (more.length > 0) values.fail('LAYER', 'NOT_ALLOWED');
  const dpi = values.whole('DPI', { min: 1, max: 300, fallback: 96 });
  values.check();
  const isTransparent = /^true$/i.test(values.find('TRANSPARENT') ?? 'false');
  return {
    kind,
    pixelRatio: Math.max(1, dpi / 96),
    background: isTransparent && format !== 'jpeg' ? undefined : '#ffffff',
    format,
  } as const satisfies Omit<LegendJob, 'legend'> & { kind: ObjectKind };
}

const symbolKinds: Readonly<Record<ObjectKind, SymbolKind>> = { 1: 'point', 2: 'line', 3: 'polygon' };

/** Lists a line for each rule or class, with the headings of the map's legend; a single symbol gets the name of the layer.
 * The numbers that set the size of symbols follow. */
export function listLegend(
  layer: Pick<Layer, 'geomStyle' | 'name' | 'names' | 'companyLanguage' | 'layerFields'>,
  kind: ObjectKind,
  texts: LegendTexts,
): readonly LegendLine[] {
  const { style } = parseGeomStyle(layer.geomStyle);
  const labels = fieldLabels(layer, texts.language);
  const groups = buildLegend(style, { ...texts, labels });
  const lines = groups.flatMap(({ name, items }): LegendLine[] => [
    ...(groups.length > 1 ? [{ label: name }] : []),
    ...items.map(({ label, style: drawn, gradientTo }) => ({
      label,
      symbol: { style: drawn, kind: symbolKinds[kind], ...(gradientTo && { gradientTo }) },
    })),
  ]);
  const [only] = lines;
  const named = lines.length === 1 && only ? [{ ...only, label: layerNameIn(layer, texts.language) }] : lines;
  const symbolKind = symbolKinds[kind];
  if (!hasValueSizes(style, symbolKind)) return named;
  const sizes = { style, kind: symbolKind, language: texts.language };
  return [...named, { label: labels.of(style.sizeField ?? ''), sizes }];
}
