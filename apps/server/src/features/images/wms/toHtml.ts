import { fieldLabels, type Language } from '@pgis/contract';
import { layerNameIn } from '../../../layers/Layer.ts';
import type { LayerAccess } from '../../../layers/layerQuery.ts';
import { type InfoRow, toProperties } from './listFeatureInfo.ts';
import { escapeXml } from './xml.ts';

/** Content-Security-Policy: nothing is run or fetched, whatever texts the objects hold. */
export const htmlPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** Returns a page with a table for each object, which a GIS shows in a window of its own. */
export function toHtml(layer: LayerAccess['layer'], rows: readonly InfoRow[], language: Language): string {
  const labels = fieldLabels(layer, language);
  const toRow = ([name, value]: readonly [string, unknown]) =>
    `<tr><th>${escapeXml(labels.of(name))}</th><td>${escapeXml(labels.ofValue(name, String(value ?? '')))}</td></tr>`;
  const tables = rows.map(
    (row) => `<table>\n${Object.entries(toProperties(layer, row)).map(toRow).join('\n')}\n</table>`,
  );
  const title = escapeXml(layerNameIn(layer, language));
  return `<!DOCTYPE html>
<html lang="${language}"><head><meta charset="utf-8"/><title>${title}</title>
<style>body{font:13px sans-serif}table{margin-bottom:1em;border-collapse:collapse}th,td{padding:2px 8px;border:1px solid #ccc;text-align:left;vertical-align:top}</style>
</head><body><h1>${title}</h1>
${tables.join('\n')}
</body></html>
`;
}
