/** Encodings that are recognised and can be selected, by the names of TextDecoder; it lacks the last one. */
export const importEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1257',
  'windows-1251',
  'windows-1252',
  'cp775',
] as const;
export type ImportEncoding = (typeof importEncodings)[number];
