import { SaxesParser } from 'saxes';
import { SourceError } from '../../SourceError.ts';

const MAX_DEPTH = 200;
/** Longest text of one element: a track with 20 000 points takes about 3 MB. */
const MAX_ELEMENT_CHARS = 32_000_000;

export interface XmlElement {
  readonly name: string;
  /** Text of the element with its content, as the file has it. */
  readonly text: string;
}

/**
 * Cuts the outermost elements of given names out of an XML text without holding the whole of it. The parser knows no
 * entities but the five of XML, so a definition of others expands to nothing.
 *
 * @throws Error when the text is not well-formed, nested too deeply or has an element that is too long.
 */
export async function* splitXml(
  chunks: AsyncIterable<string>,
  names: ReadonlySet<string>,
  onRoot: (attributes: Readonly<Record<string, string>>) => void = () => {},
): AsyncGenerator<XmlElement> {
  const parser = new SaxesParser({ position: true });
  const found: XmlElement[] = [];
  let depth = 0;
  /** Depth of the element being cut out; 0 outside. */
  let cutDepth = 0;
  let start = 0;
  let tagStart = 0;
  /** Characters from `textStart` on that a cut may still need. */
  let text = '';
  let textStart = 0;
  const end = () => parser.position;
  parser.on('error', (error) => {
    throw new SourceError('DAMAGED', `The XML is damaged: ${error.message}`);
  });
  parser.on('doctype', () => {
    throw new SourceError('DOCTYPE', 'XML with a document type definition is not read.');
  });
  parser.on('opentagstart', () => {
    tagStart = text.lastIndexOf('<', end() - textStart - 1) + textStart;
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth++;
    if (depth > MAX_DEPTH) throw new SourceError('TOO_DEEP', 'The XML is nested too deeply.');
    if (depth === 1) onRoot(attributes as Record<string, string>);
    if (cutDepth === 0 && names.has(localName(name))) {
      cutDepth = depth;
      start = tagStart;
    }
  });
  parser.on('closetag', ({ name }) => {
    if (cutDepth === depth) {
      found.push({ name: localName(name), text: text.slice(start - textStart, end() - textStart) });
      cutDepth = 0;
    }
    depth--;
  });
  for await (const chunk of chunks) {
    // Saxes takes carriage returns out before it counts.
    const plain = chunk.replaceAll('\r', '');
    text += plain;
    parser.write(plain);
    yield* found.splice(0);
    const needed = cutDepth === 0 ? Math.min(end(), text.lastIndexOf('<') + textStart) : start;
    if (cutDepth !== 0 && end() - start > MAX_ELEMENT_CHARS)
      throw new SourceError('TOO_LARGE', 'An element of the XML is too long.');
    if (needed > textStart) {
      text = text.slice(needed - textStart);
      textStart = needed;
    }
  }
  parser.close();
  yield* found;
}

export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
