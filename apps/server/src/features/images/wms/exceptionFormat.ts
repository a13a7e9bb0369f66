import { limits } from '@pgis/contract';
import type { LegendJob } from '../../../rendering/job/LegendJob.ts';
import type { MosaicJob } from '../../../rendering/job/MosaicJob.ts';
import { parseFormat } from '../parseGetMap.ts';
import { parseVersion, WmsQuery, type WmsVersion } from './WmsQuery.ts';

/** Representation of errors: XML, a text in the image, or a blank image. */
export type ExceptionFormat = 'xml' | 'inImage' | 'blank';

/** Formats by the values of EXCEPTIONS (OGC 06-042, 7.3.3.11, and OGC 01-068r3, 7.2.3.10). */
export const exceptionFormats: Readonly<Record<WmsVersion, Readonly<Record<string, ExceptionFormat>>>> = {
  '1.1.1': {
    'application/vnd.ogc.se_xml': 'xml',
    'application/vnd.ogc.se_inimage': 'inImage',
    'application/vnd.ogc.se_blank': 'blank',
  },
  '1.3.0': { XML: 'xml', INIMAGE: 'inImage', BLANK: 'blank' },
};

const MAX_LINE_LENGTH = 32;

/**
 * Returns the job of an image that reports an error; undefined where XML reports it, because no image was requested or none
 * of a valid size. `render` returns the image of the text as packed pixels.
 */
export async function toExceptionImage(
  query: Readonly<Record<string, string>>,
  text: string,
  render: (job: LegendJob) => Promise<Uint8Array>,
): Promise<MosaicJob | undefined> {
  const values = new WmsQuery(query);
  const name = values.find('EXCEPTIONS')?.toLowerCase();
  const named = Object.entries(exceptionFormats[parseVersion(values)]).find(
    ([one]) => one.toLowerCase() === name,
  );
  if (named === undefined || named[1] === 'xml') return undefined;
  if (!/^GetMap$/i.test(values.find('REQUEST') ?? '')) return undefined;
  const size = { min: 1, max: limits.image.sidePx };
  const [width, height] = [values.whole('WIDTH', size), values.whole('HEIGHT', size)];
  const format = parseFormat(values);
  if (values.hasProblems || width * height * 4 > limits.image.bytes) return undefined;
  const isTransparent = /^true$/i.test(values.find('TRANSPARENT') ?? '') && format !== 'jpeg';
  const color = /^0x([0-9a-f]{6})$/i.exec(values.find('BGCOLOR') ?? '')?.[1] ?? 'FFFFFF';
  const mosaic = { canvasWidth: width, canvasHeight: height, width, height, format };
  const background = isTransparent ? undefined : `#${color}`;
  if (named[1] === 'blank') return { ...mosaic, background, tiles: [] };
  const legend = toLines(text).map((label) => ({ label }));
  const image = await render({ legend, pixelRatio: 1, background: '#ffffff', format: 'pixels' });
  return { ...mosaic, background, tiles: [{ image, left: 0, top: 0 }] };
}

/** Wraps a text at word boundaries. */
function toLines(text: string): string[] {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const line = `${lines.at(-1)} ${word}`.trim();
    if (line.length <= MAX_LINE_LENGTH) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines;
}
