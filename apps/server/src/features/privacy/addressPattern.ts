/** `an@x.lv.pdf` is the name of a file, and no other address. */
const fileEnding = String.raw`(?:jpe?g|png|gif|webp|heic|tiff?|pdf|docx?|xlsx?|odt|ods|csv|txt|zip|eml)(?![a-z0-9-]|\.[a-z0-9])`;
const nothingBefore = '(?<![a-z0-9._%+-])';
const nothingAfter = String.raw`(?![a-z0-9-]|\.(?!${fileEnding})[a-z0-9])`;

/** An address where it stands by itself: `an@x.lv` is not in `jan@x.lv`, nor in `an@x.lv.example`. */
export const addressPattern = (email: string): RegExp =>
  new RegExp(nothingBefore + email.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') + nothingAfter, 'giu');
