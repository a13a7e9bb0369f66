/** Exit code of a second server on the same data directory. */
const DIRECTORY_IN_USE_EXIT_CODE = 78;

export class DirectoryInUseError extends Error {
  readonly exitCode = DIRECTORY_IN_USE_EXIT_CODE;

  constructor(dataDir: string, ownerPid: number | undefined) {
    const owner = ownerPid === undefined ? 'another process' : `process ${ownerPid}`;
    super(
      `The data directory ${dataDir} is in use by ${owner}. Stop it first, or set DATA_DIR to another directory.`,
    );
    this.name = 'DirectoryInUseError';
  }
}
