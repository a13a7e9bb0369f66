import type { Language } from '@pgis/contract';
import type { LayerScope } from '../../classifiers/index.ts';
import { type InfoRow, listProperties } from './findFeatures.ts';
import { escapeXml } from './xml.ts';

/** Nothing in it is ever run or fetched, whatever the objects of a layer say. */
export const htmlPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** What a GIS shows in its own window: a table for each object. */
export function toHtml(layer: LayerScope['layer'], rows: readonly InfoRow[], language: Language): string {
  const toRow = ([name, value]: readonly [string, unknown]) =>
    `<tr><th>${escapeXml(name)}</th><td>${escapeXml(String(value ?? ''))}</td></tr>`;
  const tables = rows.map(
    (row) => `<table>\n${Object.entries(listProperties(layer, row)).map(toRow).join('\n')}\n</table>`,
  );
  const title = escapeXml(layer.name);
  return `<!DOCTYPE html>
<html lang="${language}"><head><meta charset="utf-8"/><title>${title}</title>
<style>body{font:13px sans-serif}table{margin-bottom:1em;border-collapse:collapse}th,td{padding:2px 8px;border:1px solid #ccc;text-align:left;vertical-align:top}</style>
</head><body><h1>${title}</h1>
${tables.join('\n')}
</body></html>
`;
}
