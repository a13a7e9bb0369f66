import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import { type Language, languages, limits } from '@pgis/contract';
import { findS3Problem } from './storage/s3/S3Location.ts';

/** Every setting, read from the environment and checked once. Kept in step with docs/operations.md by a test. */
export interface Config {
  readonly port: number;
  /**
   * Undefined listens on every address, or on demo data, whose passwords are public, on this machine only.
   */
  readonly host: string | undefined;
  /** Has no slash at its end; links in mails start with it. */
  readonly publicUrl: string;
  readonly dataDir: string;
  /** Folders `en`, `ru`, `lv` with help files; undefined: the user guide of the repository. */
  readonly helpDir: string | undefined;
  /** PostgreSQL; undefined means the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** `s3://…`; undefined: attached files lie in `dataDir/files`. */
  readonly storageUrl: string | undefined;
  /** undefined: mails are written to `dataDir/mail`. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Hash route without language prefix (D-SESS-09). */
  readonly defaultRoute: string;
  /** `auto`: demo data on an empty embedded database. */
  readonly demo: 'auto' | 'on' | 'off';
  /** Language of the demo data: names, descriptions, fields and comments have one language each. */
  readonly demoLanguage: Language;
  readonly admin: { readonly email: string | undefined; readonly password: string | undefined };
  readonly enableServerRendering: boolean;
  readonly vectorLimit: number;
  /** Size of the image cache in `dataDir/cache/images`, in millions of bytes; 0 disables it. */
  readonly imageCacheMb: number;
  /** True when pages of other sites may show the WMS and the tiles, as visitors see them. */
  readonly mapsForOtherSites: boolean;
  /** False only for measuring sign-ins: guessing passwords is then unlimited. */
  readonly signInLimits: boolean;
  readonly places: PlaceSettings;
  readonly metrics: MetricsSettings;
  readonly session: SessionLifetimes;
  /** `true` trusts every hop, a number as many proxies, a list the proxies of these networks. */
  readonly trustProxy: boolean | number | readonly string[];
  /** Sockets that one address may hold at once; 0 means any number. */
  readonly maxSocketsPerAddress: number;
  /** Hosts that base layers may come from, including their subdomains; an empty list allows any. */
  readonly baseLayerHosts: readonly string[];
  readonly logLevel: LogLevel;
}

/** D-OBJ-10, D-OBJ-11. */
export interface PlaceSettings {
  /** Address of a Photon server; undefined uses the embedded gazetteer. */
  readonly photonUrl: string | undefined;
  /** True when 11 digits in the search box find parcels. */
  readonly cadastreSearch: boolean;
}

/** Without a token and a port there is no `/metrics`. */
export interface MetricsSettings {
  /** Expected as `Authorization: Bearer …`. */
  readonly token: string | undefined;
  /** Port that serves nothing but `/metrics`; the port of the API then has no such address. */
  readonly port: number | undefined;
  readonly host: string;
}

/** D-SESS-02, D-SESS-03, D-SESS-04, D-USER-03. */
export interface SessionLifetimes {
  readonly accessTokenS: number;
  readonly sessionS: number;
  readonly longestSessionS: number;
  readonly refreshTokenS: number;
  /** Time for which a repeated refresh gets the same answer. */
  readonly refreshGraceS: number;
  readonly rightsCacheS: number;
  readonly resetLinkS: number;
  readonly invitationS: number;
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** All problems of the settings at once, in words for the operator. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`These settings cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

const HOUR = 3_600;
const tooWellKnown = /^(admin|changeme|change-me|password|secret|test|demo|pgis)/i;

/** Reads settings one by one and collects their problems. */
class Reader {
  readonly problems: string[] = [];
  private readonly env: Environment;

  constructor(env: Environment) {
    this.env = env;
  }

  /** An empty variable counts as one that is not set. */
  text(name: string): string | undefined {
    const value = this.env[name]?.trim();
    return value === '' ? undefined : value;
  }

  refuse(name: string, expected: string): void {
    this.problems.push(`${name}: ${expected}`);
  }

  integer(name: string, standard: number, { min, max }: { min: number; max: number }): number {
    const text = this.text(name);
    if (text === undefined) return standard;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    this.refuse(name, `a whole number from ${min} to ${max} is expected`);
    return standard;
  }

  boolean(name: string, standard: boolean): boolean {
    const text = this.text(name)?.toLowerCase();
    if (text === undefined) return standard;
    if (text === 'true' || text === '1') return true;
    if (text !== 'false' && text !== '0') this.refuse(name, 'true or false is expected');
    return false;
  }

  url(name: string, protocols: readonly string[]): string | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const protocol = URL.parse(text)?.protocol.slice(0, -1);
    if (protocol !== undefined && protocols.includes(protocol)) return text;
    this.refuse(
      name,
      `an address that starts with ${protocols.map((p) => `${p}://`).join(' or ')} is expected`,
    );
    return undefined;
  }

  list(name: string): string[] {
    return (this.text(name) ?? '').split(/[\s,]+/).filter((item) => item !== '');
  }

  oneOf<T extends string>(name: string, values: readonly T[], standard: T): T {
    const text = this.text(name);
    if (text === undefined) return standard;
    const value = values.find((known) => known === text.toLowerCase());
    if (value === undefined) this.refuse(name, `one of ${values.join(', ')} is expected`);
    return value ?? standard;
  }
}

function readSession(reader: Reader): SessionLifetimes {
  const day = 24 * HOUR;
  const seconds = (
    name: string,
    { standard, min, max }: { readonly standard: number; readonly min: number; readonly max: number },
  ) => reader.integer(`SESSION_${name}_SECONDS`, standard, { min, max });
  return {
    accessTokenS: seconds('ACCESS_TOKEN', { standard: 1_800, min: 10, max: day }),
    sessionS: seconds('IDLE', { standard: 8 * HOUR, min: 60, max: 30 * day }),
    longestSessionS: seconds('LONGEST', { standard: 12 * HOUR, min: 60, max: 90 * day }),
    refreshTokenS: seconds('REFRESH_TOKEN', { standard: 60, min: 5, max: 600 }),
    refreshGraceS: seconds('REFRESH_GRACE', { standard: 10, min: 0, max: 60 }),
    rightsCacheS: seconds('RIGHTS_CACHE', { standard: 2, min: 0, max: 5 }),
    resetLinkS: seconds('RESET_LINK', { standard: HOUR, min: 60, max: day }),
    invitationS: seconds('INVITATION', { standard: 7 * day, min: 60, max: 90 * day }),
  };
}

function readSignInLimits(reader: Reader): boolean {
  const isOn = reader.boolean('SIGN_IN_LIMITS', true);
  if (!isOn && reader.text('NODE_ENV') === 'production')
    reader.refuse('SIGN_IN_LIMITS', 'false is for measuring only and not allowed with NODE_ENV=production');
  return isOn;
}

function readHosts(reader: Reader): string[] {
  const hosts = reader.list('BASE_LAYER_HOSTS').map((host) => host.toLowerCase());
  if (!hosts.every((host) => /^[a-z\d-]+(\.[a-z\d-]+)*$/.test(host)))
    reader.refuse('BASE_LAYER_HOSTS', 'names such as tile.openstreetmap.org are expected');
  return hosts;
}

function readPlaces(reader: Reader): PlaceSettings {
  const provider = reader.oneOf('PLACES_PROVIDER', ['embedded', 'photon'], 'embedded');
  const url = reader.url('PLACES_URL', ['http', 'https']);
  if (provider === 'photon' && reader.text('PLACES_URL') === undefined)
    reader.refuse('PLACES_URL', 'the address of the Photon server is expected');
  return {
    photonUrl: provider === 'photon' ? url : undefined,
    cadastreSearch: reader.boolean('CADASTRE_SEARCH', false),
  };
}

function readMetrics(reader: Reader): MetricsSettings {
  const token = reader.text('METRICS_TOKEN');
  if (token !== undefined && !/^[\w.~+/=-]{24,}$/.test(token))
    reader.refuse('METRICS_TOKEN', '24 letters, digits or more are expected, as from `openssl rand -hex 24`');
  const port = reader.integer('METRICS_PORT', 0, { min: 1, max: 65_535 });
  return {
    token,
    port: port === 0 ? undefined : port,
    host: reader.text('METRICS_HOST') ?? '127.0.0.1',
  };
}

function readTrustProxy(reader: Reader): Config['trustProxy'] {
  const text = reader.text('TRUST_PROXY');
  if (text === undefined || text === 'false') return false;
  if (text === 'true') return true;
  if (text === '0') return false;
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const proxies = reader.list('TRUST_PROXY');
  if (!proxies.every(isNetwork))
    reader.refuse('TRUST_PROXY', 'false, true, a number or addresses such as 10.0.0.0/8 are expected');
  return proxies;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    maxBits > 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= maxBits))
  );
}

function readStorageUrl(reader: Reader): string | undefined {
  const url = reader.url('STORAGE_URL', ['s3']);
  const problem = url === undefined ? undefined : findS3Problem(url);
  if (problem !== undefined) reader.refuse('STORAGE_URL', problem);
  return url;
}

function readDemo(reader: Reader): Config['demo'] {
  if (reader.text('DEMO') === undefined) return 'auto';
  return reader.boolean('DEMO', true) ? 'on' : 'off';
}

/**
 * The keys of tokens and cookies are no settings: they are created at the first start and stored in the
 * database.
 */
function readAdmin(reader: Reader, demo: Config['demo']): Config['admin'] {
  const email = reader.text('ADMIN_EMAIL')?.toLowerCase();
  const password = reader.text('ADMIN_PASSWORD');
  if (email !== undefined && !/^\S+@\S+$/.test(email))
    reader.refuse('ADMIN_EMAIL', 'an e-mail address is expected');
  if (
    demo !== 'on' &&
    password !== undefined &&
    (password.length < limits.passwordMinLength || tooWellKnown.test(password))
  )
    reader.refuse(
      'ADMIN_PASSWORD',
      `too short or too well known; ${limits.passwordMinLength} characters or more, please`,
    );
  return { email, password };
}

/** Throws ConfigError with all invalid settings. `cwd` is the base of a relative DATA_DIR or HELP_DIR. */
export function readConfig(env: Environment, cwd: string): Config {
  const reader = new Reader(env);
  const port = reader.integer('PORT', 8080, { min: 0, max: 65_535 });
  const dataDir = reader.text('DATA_DIR') ?? 'data';
  const helpDir = reader.text('HELP_DIR');
  const demo = readDemo(reader);
  const config: Config = {
    port,
    host: reader.text('HOST'),
    publicUrl: (reader.url('PUBLIC_URL', ['http', 'https']) ?? `http://localhost:${port}`).replace(
      /\/+$/,
      '',
    ),
    dataDir: isAbsolute(dataDir) ? dataDir : resolve(cwd, dataDir),
    helpDir: helpDir && resolve(cwd, helpDir),
    databaseUrl: reader.url('DATABASE_URL', ['postgres', 'postgresql']),
    storageUrl: readStorageUrl(reader),
    smtpUrl: reader.url('SMTP_URL', ['smtp', 'smtps']),
    mailFrom: reader.text('MAIL_FROM') ?? 'PGIS <pgis@localhost>',
    defaultRoute: (reader.text('DEFAULT_ROUTE') ?? 'dashboard').replace(/^[#/]+/, ''),
    demo,
    demoLanguage: reader.oneOf('DEMO_LANGUAGE', languages, 'en'),
    admin: readAdmin(reader, demo),
    enableServerRendering: reader.boolean('ENABLE_SERVER_RENDERING', true),
    vectorLimit: reader.integer('VECTOR_LIMIT', 5_000, { min: 0, max: 10_000 }),
    imageCacheMb: reader.integer('IMAGE_CACHE_MB', 1_024, { min: 0, max: 1_000_000 }),
    mapsForOtherSites: reader.boolean('MAPS_FOR_OTHER_SITES', false),
    signInLimits: readSignInLimits(reader),
    baseLayerHosts: readHosts(reader),
    places: readPlaces(reader),
    metrics: readMetrics(reader),
    session: readSession(reader),
    trustProxy: readTrustProxy(reader),
    maxSocketsPerAddress: reader.integer('MAX_SOCKETS_PER_ADDRESS', 500, { min: 0, max: limits.sockets }),
    logLevel: reader.oneOf('LOG_LEVEL', logLevels, 'info'),
  };
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  return config;
}
