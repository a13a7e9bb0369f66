export type LockEntry = {
  readonly version?: string;
  readonly cpu?: readonly string[];
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly license?: string;
  readonly libc?: readonly string[];
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};

/**
 * The parts of package-lock.json used here. Keys of `packages` are folders: `node_modules/a/node_modules/b`.
 */
export type LockFile = { readonly packages: Readonly<Record<string, LockEntry>> };

export type MissingPackage = { readonly name: string; readonly version: string; readonly dev: boolean };

/** Returns the folders in which Node looks for a package required from `folder`, nearest first. */
function lookUpFolders(folder: string, name: string): readonly string[] {
  const parts = folder === '' ? [] : folder.split('/node_modules/');
  const parents = parts.map((_, index) => parts.slice(0, index + 1).join('/node_modules/')).reverse();
  return [...parents.map((parent) => `${parent}/node_modules/${name}`), `node_modules/${name}`];
}

/**
 * Finds optional packages (mostly one per platform) that a package names and the lock file lacks. `npm ci` refuses
 * such a lock file; npm writes one when its registry does not know those packages.
 */
export function findMissingOptional({ packages }: LockFile): readonly MissingPackage[] {
  const missing = new Map<string, MissingPackage>();
  for (const [folder, { optionalDependencies = {}, dev = false }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (lookUpFolders(folder, name).some((path) => packages[path] !== undefined)) continue;
      missing.set(name, { name, version, dev: dev && (missing.get(name)?.dev ?? true) });
    }
  }
  return [...missing.values()];
}

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'];

/**
 * Returns the entry npm would have written, as far as the name determines it: `@swc/core-linux-x64-musl`. It has no
 * checksum.
 */
export function toLockEntry({ name, version, dev }: MissingPackage): LockEntry {
  if (!/^\d+\.\d+\.\d+/.test(version)) throw new Error(`${name}: "${version}" is not one exact version`);
  const words = name.split(/[-/]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  if (os.length !== 1 || cpu.length !== 1) throw new Error(`${name} does not name its platform`);
  const libc = os[0] !== 'linux' || name.includes('arm-') ? [] : [words.includes('musl') ? 'musl' : 'glibc'];
  return {
    version,
    cpu,
    ...(dev ? { dev } : {}),
    ...(libc.length > 0 ? { libc } : {}),
    optional: true,
    os,
  };
}

/** Returns the lock file with the missing optional packages, in npm's order. */
export function completeLockFile<T extends LockFile>(lockFile: T): T {
  const added = findMissingOptional(lockFile).map((entry) => [
    `node_modules/${entry.name}`,
    toLockEntry(entry),
  ]);
  const all = { ...lockFile.packages, ...Object.fromEntries(added) };
  const sorted = Object.entries(all).sort(([a], [b]) => a.localeCompare(b, 'en'));
  return { ...lockFile, packages: Object.fromEntries(sorted) };
}
