import { limits } from '@pgis/contract';
import type { LegendJob } from '../../../map-images/LegendJob.ts';
import type { PiecesJob } from '../../../map-images/PiecesJob.ts';
import { parseFormat } from '../parseGetMap.ts';
import { parseVersion, WmsQuery, type WmsVersion } from './WmsQuery.ts';

/** How errors are told: as XML, as a text in the picture, or as a picture with nothing on it. */
export type ExceptionFormat = 'xml' | 'inImage' | 'blank';

/** By the names of EXCEPTIONS (OGC 06-042, 7.3.3.11, and OGC 01-068r3, 7.2.3.10). */
export const exceptionFormats: Readonly<Record<WmsVersion, Readonly<Record<string, ExceptionFormat>>>> = {
  '1.1.1': {
    'application/vnd.ogc.se_xml': 'xml',
    'application/vnd.ogc.se_inimage': 'inImage',
    'application/vnd.ogc.se_blank': 'blank',
  },
  '1.3.0': { XML: 'xml', INIMAGE: 'inImage', BLANK: 'blank' },
};

const LETTERS_A_LINE = 32;

/**
 * The picture that tells an error; undefined where it is told as XML: no picture was asked for, or none that could be drawn.
 * `draw` gives the text, as packed pixels.
 */
export async function toExceptionPicture(
  query: Readonly<Record<string, string>>,
  text: string,
  draw: (job: LegendJob) => Promise<Uint8Array>,
): Promise<PiecesJob | undefined> {
  const values = new WmsQuery(query);
  const name = values.find('EXCEPTIONS')?.toLowerCase();
  const named = Object.entries(exceptionFormats[parseVersion(values)]).find(
    ([one]) => one.toLowerCase() === name,
  );
  if (named === undefined || named[1] === 'xml') return undefined;
  if (!/^GetMap$/i.test(values.find('REQUEST') ?? '')) return undefined;
  const size = { least: 1, most: limits.image.sidePx };
  const [width, height] = [values.whole('WIDTH', size), values.whole('HEIGHT', size)];
  const format = parseFormat(values);
  if (values.hasProblems || width * height * 4 > limits.image.bytes) return undefined;
  const isTransparent = /^true$/i.test(values.find('TRANSPARENT') ?? '') && format !== 'jpeg';
  const color = /^0x([0-9a-f]{6})$/i.exec(values.find('BGCOLOR') ?? '')?.[1] ?? 'FFFFFF';
  const picture = { canvasWidth: width, canvasHeight: height, width, height, format };
  const background = isTransparent ? undefined : `#${color}`;
  if (named[1] === 'blank') return { ...picture, background, pieces: [] };
  const legend = toLines(text).map((label) => ({ label }));
  const image = await draw({ legend, pixelRatio: 1, background: '#ffffff', format: 'pixels' });
  return { ...picture, background, pieces: [{ image, left: 0, top: 0 }] };
}

/** Words in lines that fit. */
function toLines(text: string): string[] {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const line = `${lines.at(-1)} ${word}`.trim();
    if (line.length <= LETTERS_A_LINE) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines;
}
