import type { UserActor } from '../../access/Actor.ts';
import type { Database } from '../../db/Database.ts';
import type { AddressLocations } from '../../importing/addresses/AddressLocations.ts';
import type { AddressRequest } from '../../importing/addresses/listAddresses.ts';
import { locateAddresses } from '../../importing/addresses/locateAddresses.ts';
import type { GivenFile } from '../../importing/files/SourceFile.ts';
import { toMapArea } from '../../importing/inspect/rankCandidates.ts';
import type { SourceOptions } from '../../importing/sources/SourceOptions.ts';
import { listAddressesInProcess, type ReaderRun } from '../../importing/worker/runReader.ts';
import { readStartView } from '../../query/readStartView.ts';
import type { ImportRow } from './importRows.ts';

interface Locating {
  readonly actor: UserActor;
  readonly request: AddressRequest;
  readonly run: ReaderRun;
}

/** Looks addresses up as the user sees the objects of their company. */
export async function locateFor(
  database: Database,
  { actor, request, run }: Locating,
): Promise<AddressLocations> {
  const area = toMapArea(await readStartView(database.db, actor.companyId));
  return await locateAddresses(database, listAddressesInProcess(request, run), {
    reader: { actor, language: actor.language },
    companyId: actor.companyId,
    area,
  });
}

/** Returns how the file is read, with the positions of its addresses where the user has selected a column of them. */
export async function toSourceOptions(
  database: Database,
  { reading }: Pick<ImportRow, 'reading'>,
  {
    files,
    actor,
    run,
  }: { readonly files: readonly GivenFile[]; readonly actor: UserActor; readonly run: ReaderRun },
): Promise<SourceOptions> {
  const options = { ...reading, acceptsNoShapes: true };
  if (reading.columns?.address === undefined) return options;
  return { ...options, locations: await locateFor(database, { actor, run, request: { files, options } }) };
}
