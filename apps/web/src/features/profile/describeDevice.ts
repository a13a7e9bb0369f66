export interface Device {
  /** Such as `Firefox, Windows`; '' when nothing is known of it. */
  readonly name: string;
  readonly isPhone: boolean;
}

/** The first that fits: others claim to be what comes after them too. */
const browsers = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const systems = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const;

/** What a person calls the program that signed in, from its User-Agent. */
export function describeDevice(userAgent: string): Device {
  const find = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const name = [find(browsers), find(systems)].filter((part) => part !== undefined).join(', ');
  return { name, isPhone: /Mobi|Android|iPhone/.test(userAgent) };
}
