import { limits } from '@pgis/contract/plain';
import type { Position } from '@pgis/geo';
import { foldText } from '../../gazetteer/foldText.ts';
import { openGazetteer } from '../../gazetteer/Gazetteer.ts';
import type { GivenFile } from '../files/SourceFile.ts';
import { SourceError } from '../SourceError.ts';
import { openSource } from '../sources/openSource.ts';
import type { SourceOptions } from '../sources/SourceOptions.ts';
import { toAddress } from './toAddress.ts';

/** Address of a file, with the places of the gazetteer that have this name. */
export interface ListedAddress {
  readonly address: string;
  readonly folded: string;
  /** In degrees. */
  readonly places: readonly Position[];
}

export interface AddressRequest {
  readonly files: readonly GivenFile[];
  readonly options: SourceOptions;
  /** Addresses to look up instead of those of the files. */
  readonly addresses?: readonly string[];
}

const MAX_PLACES = 20;

/**
 * Yields the different addresses of a file. The names of the gazetteer are walked once for all of them, which takes as long as
 * for one.
 *
 * @throws SourceError for a file with too many.
 */
export async function* listAddresses({
  files,
  options,
  addresses,
}: AddressRequest): AsyncGenerator<ListedAddress> {
  const texts = new Set(addresses ?? (await readAddresses(files, options)));
  texts.delete('');
  const folded = new Map([...texts].map((text) => [text, foldText(text)]));
  const places = await findPlaces(new Set(folded.values()));
  for (const [address, name] of folded) yield { address, folded: name, places: places.get(name) ?? [] };
}

async function readAddresses(
  files: readonly GivenFile[],
  options: SourceOptions,
): Promise<ReadonlySet<string>> {
  const column = options.columns?.address ?? '';
  const found = new Set<string>();
  const source = await openSource(files, options);
  for await (const { properties = {} } of source.features) {
    found.add(toAddress(properties[column]));
    if (found.size > limits.import.addresses)
      throw new SourceError('TOO_LARGE', `The file has more than ${limits.import.addresses} addresses.`);
  }
  return found;
}

async function findPlaces(names: ReadonlySet<string>): Promise<ReadonlyMap<string, Position[]>> {
  const gazetteer = await openGazetteer();
  const { foldedNames } = gazetteer;
  const found = new Map<string, Position[]>();
  // Each line begins with a line feed and a space.
  for (let begin = 0; begin >= 0 && begin < foldedNames.length; ) {
    const next = foldedNames.indexOf('\n', begin + 1);
    const name = foldedNames.slice(begin + 2, next < 0 ? undefined : next);
    if (names.has(name)) {
      const places = found.get(name) ?? [];
      if (places.length < MAX_PLACES)
        found.set(name, [...places, gazetteer.lonLatOf(gazetteer.lineAt(begin))]);
    }
    begin = next;
  }
  return found;
}
