import type { Readable } from 'node:stream';
import yazl from 'yazl';
import { escapeXml } from './vector/escapeXml.ts';

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const types = 'http://schemas.openxmlformats.org/package/2006/content-types';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A sheet is called what a spreadsheet allows: 31 UTF-16 units, none of them of a formula's address or a control sign. */
const toSheetName = (name: string): string =>
  name
    .replaceAll(/[\\/*?:[\]'\p{Cc}]/gu, ' ')
    .trim()
    .slice(0, 31)
    .replace(/[\ud800-\udbff]$/, '')
    .trim() || 'Sheet1';

/** Styles: 0 plain, 1 a date with its time, 2 bold. */
const styles = `${xml}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`;

const listZipEntries = (sheetName: string): readonly (readonly [path: string, text: string])[] => [
  [
    '[Content_Types].xml',
    `${xml}<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${xml}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escapeXml(toSheetName(sheetName))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${xml}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  ],
  ['xl/styles.xml', styles],
];

/** A workbook around a worksheet that comes piece by piece; nothing of it is held. */
export function writeXlsx(sheet: Readable, sheetName: string): Readable {
  const zip = new yazl.ZipFile();
  for (const [path, text] of listZipEntries(sheetName)) zip.addBuffer(Buffer.from(text), path);
  // The default effort of deflate takes three times as long for a tenth less.
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', { compressionLevel: 2 });
  const output = zip.outputStream as Readable;
  // The library reports on itself what the stream reports nowhere.
  zip.on('error', (error) => output.destroy(error as Error));
  sheet.on('error', (error) => output.destroy(error));
  zip.end();
  return output;
}
