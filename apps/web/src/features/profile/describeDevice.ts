export interface Device {
  /** Name such as `Firefox, Windows`; '' if unknown. */
  readonly name: string;
  readonly isPhone: boolean;
}

/** The first match wins, because browsers also claim to be those further down. */
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

/** The common name of browser and system, from a User-Agent. */
export function describeDevice(userAgent: string): Device {
  const find = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const name = [find(browsers), find(systems)].filter((part) => part !== undefined).join(', ');
  return { name, isPhone: /Mobi|Android|iPhone/.test(userAgent) };
}
