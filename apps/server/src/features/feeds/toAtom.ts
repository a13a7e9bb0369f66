import { type Language, type LayerId, type ObjectId, referenceOf } from '@pgis/contract';

export interface FeedEntry {
  readonly id: ObjectId;
  readonly name: string;
  readonly description: string;
  /** Moments in UTC with seconds. */
  readonly published: string;
  readonly updated: string;
  readonly status: string | null;
  readonly lat: number;
  readonly lon: number;
}

export interface Feed {
  readonly layerId: LayerId;
  readonly title: string;
  readonly language: Language;
  /** Newest first. */
  readonly entries: readonly FeedEntry[];
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text for an XML document: escaped, and without characters that XML 1.0 has no form for. */
export const toXmlText = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replace(/[&<>"']/g, (character) => escapes[character] ?? '');

/** Names of a layer and an object (RFC 4151). They change with the host: readers then show all entries as new ones. */
const tagOf = (host: string, kind: 'layer' | 'object', id: number): string =>
  `tag:${host},2026:${kind}/${id}`;

/** Moment of a feed without entries: it has never changed. */
const NEVER = '1970-01-01T00:00:00Z';

/** RFC 4287 with GeoRSS Simple points, `latitude longitude`. */
export function toAtom({ layerId, title, language, entries }: Feed, publicUrl: string): string {
  const host = new URL(publicUrl).hostname;
  const self = `${publicUrl}/api/v1/feeds/${layerId}?lang=${language}`;
  const page = `${publicUrl}/#/${language}/dashboard`;
  const updated =
    entries
      .map((entry) => entry.updated)
      .toSorted()
      .at(-1) ?? NEVER;
  const name = toXmlText(title);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:georss="http://www.georss.org/georss" xml:lang="${language}">`,
    `<id>${tagOf(host, 'layer', layerId)}</id>`,
    `<title>${name}</title>`,
    `<updated>${updated}</updated>`,
    `<author><name>${name}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${toXmlText(self)}"/>`,
    `<link rel="alternate" type="text/html" href="${toXmlText(`${page}?layers=${layerId}`)}"/>`,
    ...entries.map((entry) => toEntry(entry, { host, page })),
    '</feed>',
    '',
  ].join('\n');
}

function toEntry(
  { id, name, description, published, updated, status, lat, lon }: FeedEntry,
  { host, page }: { readonly host: string; readonly page: string },
): string {
  const title = [referenceOf(id), name].filter((text) => text !== '').join(' ');
  return [
    '<entry>',
    `<id>${tagOf(host, 'object', id)}</id>`,
    `<title>${toXmlText(title)}</title>`,
    `<published>${published}</published>`,
    `<updated>${updated}</updated>`,
    `<link rel="alternate" type="text/html" href="${toXmlText(`${page}?object=${id}`)}"/>`,
    `<summary>${toXmlText(description)}</summary>`,
    ...(status === null ? [] : [`<category term="${toXmlText(status)}"/>`]),
    `<georss:point>${lat.toFixed(6)} ${lon.toFixed(6)}</georss:point>`,
    '</entry>',
  ].join('\n');
}
