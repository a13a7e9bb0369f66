import type { ChildProcess } from 'node:child_process';
import { on } from 'node:events';
import { fileURLToPath } from 'node:url';
import { limits } from '@pgis/contract';
import type { AddressRequest, ListedAddress } from '../addresses/listAddresses.ts';
import type { Inspected, InspectRequest } from '../inspect/inspectSource.ts';
import { SourceError } from '../SourceError.ts';
import type { ListedRow } from '../skipped/listRows.ts';
import { forkReader } from './forkReader.ts';
import type {
  AckMessage,
  CorrectRequest,
  ExtractRequest,
  ListRequest,
  ReaderItem,
  ReaderMessage,
  ReaderRequest,
  RowMessage,
  RowsRequest,
} from './readerProtocol.ts';

export interface ReaderLimits {
  readonly memoryMb: number;
  readonly timeMs: number;
}

export interface ReaderRun {
  readonly signal: AbortSignal;
  readonly limits?: Partial<ReaderLimits>;
}

/** Reads a file in a process of its own and returns the facts about it. */
export async function inspectInProcess(
  request: InspectRequest,
  run: ReaderRun & { readonly onProgress?: (count: number) => void },
): Promise<Inspected> {
  const timeMs = limits.import.inspectMs;
  for await (const message of runReader({ kind: 'inspect', ...request }, { timeMs, ...run })) {
    if (message.kind === 'progress') run.onProgress?.(message.count);
    if (message.kind === 'inspected') return message.result;
  }
  throw new SourceError('UNEXPECTED', 'The reading process ended without an answer.');
}

/** Reads a file in a process of its own and yields its rows, ready for the database. */
export async function* readRowsInProcess(request: RowsRequest, run: ReaderRun): AsyncGenerator<RowMessage> {
  yield* readItems({ kind: 'rows', ...request }, run) as AsyncGenerator<RowMessage>;
}

/** Reads rows of a file by their numbers, as they are in it, and yields the text of their lines in pieces. */
export async function* extractRowsInProcess(request: ExtractRequest, run: ReaderRun): AsyncGenerator<string> {
  yield* readItems({ kind: 'extract', ...request }, run) as AsyncGenerator<string>;
}

/** Reads the different addresses of a file, with the places of the gazetteer that have these names. */
export async function* listAddressesInProcess(
  request: AddressRequest,
  run: ReaderRun,
): AsyncGenerator<ListedAddress> {
  yield* readItems({ kind: 'addresses', ...request }, run) as AsyncGenerator<ListedAddress>;
}

/** Reads skipped rows that are to be corrected. */
export async function* listRowsInProcess(request: ListRequest, run: ReaderRun): AsyncGenerator<ListedRow> {
  yield* readItems({ kind: 'list', ...request }, run) as AsyncGenerator<ListedRow>;
}

/** Reads skipped rows with their corrected values and yields them, ready for the database. */
export async function* correctRowsInProcess(
  request: CorrectRequest,
  run: ReaderRun,
): AsyncGenerator<RowMessage> {
  yield* readItems({ kind: 'correct', ...request }, run) as AsyncGenerator<RowMessage>;
}

async function* readItems(request: ReaderRequest, run: ReaderRun): AsyncGenerator<ReaderItem> {
  const timeMs = limits.import.readMs;
  for await (const message of runReader(request, { timeMs, ...run })) {
    if (message.kind === 'end') return;
    if (message.kind === 'items') yield* message.items;
  }
}

/**
 * Starts the process, yields its messages and kills it when the caller stops reading, the signal aborts or the time is
 * over. Its permissions leave it the program and the files to read, and no writing, processes or native modules.
 */
async function* runReader(
  request: ReaderRequest,
  { signal, timeMs, limits: given }: ReaderRun & { readonly timeMs: number },
): AsyncGenerator<ReaderMessage> {
  signal.throwIfAborted();
  const memoryMb = given?.memoryMb ?? limits.import.memoryMb;
  const child = forkReader(fileURLToPath(new URL('./readerProcess.ts', import.meta.url)), {
    paths: request.files.map(({ path }) => path),
    memoryMb,
  });
  const ending = new Ending(child, { signal, timeMs: given?.timeMs ?? timeMs });
  try {
    const messages = on(child, 'message', { close: ['disconnect', 'exit'] });
    // One that could not be started has no channel; its error ends the loop.
    if (child.connected) child.send(request, () => {});
    for await (const [message] of messages as AsyncIterable<[ReaderMessage]>) {
      if (message.kind === 'failed') throw new SourceError(message.code, message.message);
      yield message;
      if (message.kind === 'items' && child.connected)
        child.send({ kind: 'ack' } satisfies AckMessage, () => {});
    }
    signal.throwIfAborted();
    throw await ending.toError(memoryMb);
  } catch (error) {
    if (child.pid !== undefined) throw error;
    throw new SourceError('UNEXPECTED', 'The reading process could not be started.', { cause: error });
  } finally {
    await ending.close();
  }
}

/** Watches over the end of a process: kills it in time, and finds out why it ended. */
class Ending {
  readonly #child: ChildProcess;
  readonly #exit: Promise<void>;
  readonly #timer: NodeJS.Timeout;
  readonly #signal: AbortSignal;
  #isLate = false;
  #lastWords = '';

  constructor(
    child: ChildProcess,
    { signal, timeMs }: { readonly signal: AbortSignal; readonly timeMs: number },
  ) {
    this.#child = child;
    this.#signal = signal;
    // A process that could not be started ends with an error alone, and one that could not be killed goes on to its exit.
    this.#exit = new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.on('error', () => {
        if (child.pid === undefined) resolve();
      });
    });
    this.#timer = setTimeout(() => {
      this.#isLate = true;
      this.#kill();
    }, timeMs);
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#lastWords = (this.#lastWords + chunk.toString('latin1')).slice(-4_000);
    });
    signal.addEventListener('abort', this.#kill);
  }

  readonly #kill = (): void => {
    this.#child.kill('SIGKILL');
  };

  async toError(memoryMb: number): Promise<SourceError> {
    await this.#exit;
    if (this.#isLate) return new SourceError('TOO_MUCH_TIME', 'Reading the file takes too long.');
    // V8 aborts without an exception when its heap is full; the system kills without a word.
    if (/heap out of memory|heap limit/i.test(this.#lastWords) || this.#child.signalCode === 'SIGKILL')
      return new SourceError('TOO_MUCH_MEMORY', `Reading the file takes more than ${memoryMb} MB of memory.`);
    return new SourceError('UNEXPECTED', `The reading process ended: ${this.#lastWords.slice(-500)}`);
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#kill);
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#kill();
    await this.#exit;
  }
}
