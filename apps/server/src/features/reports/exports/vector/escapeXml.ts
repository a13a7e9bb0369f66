/** Characters that XML cannot hold are left out, in SQL and here. */
export const UNWRITABLE = String.raw`[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]`;
const unwritableSigns = new RegExp(UNWRITABLE, 'gu');

export const escapeXml = (text: string): string =>
  text
    .replaceAll(unwritableSigns, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
