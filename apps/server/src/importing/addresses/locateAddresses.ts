import type { CompanyId } from '@pgis/contract';
import type { Extent, Position } from '@pgis/geo';
import type { Database } from '../../db/Database.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Reader } from '../../layers/readVisibleNodes.ts';
import { findByNames } from '../../objects/findByNames.ts';
import { listSearchedLayers } from '../../objects/searchObjects.ts';
import type { AddressLocations } from './AddressLocations.ts';
import { chooseLocation } from './chooseLocation.ts';
import type { ListedAddress } from './listAddresses.ts';

/** Names that are looked up in one statement: few, because on the embedded engine everybody else waits for it. */
const BATCH = 50;
/** Words that very many objects have take long. */
const STATEMENT_MS = 60_000;

interface Locating {
  /** User whose own company's objects are looked through, as far as they see them. */
  readonly reader: Reader;
  readonly companyId: CompanyId;
  /** Area in EPSG:3857 whose places come first. */
  readonly area: Extent;
}

/** Looks addresses up among the objects of the company and the places of the gazetteer. Nothing is asked from a service. */
export async function locateAddresses(
  database: Database,
  addresses: AsyncIterable<ListedAddress>,
  { reader, companyId, area }: Locating,
): Promise<AddressLocations> {
  const layers = (await listSearchedLayers(database.db, reader)).filter(
    ({ layer }) => layer.companyId === companyId,
  );
  const locations = new Map<string, Position | 'ambiguous'>();
  let batch: ListedAddress[] = [];
  const locateBatch = async () => {
    const folded = [...new Set(batch.map((one) => one.folded))];
    const objects = await inTransaction(database, { statementMs: STATEMENT_MS }, (db) =>
      findByNames(db, layers, folded),
    );
    for (const one of batch) {
      const found = chooseLocation({ objects: objects.get(one.folded) ?? [], places: one.places }, area);
      if (found !== undefined) locations.set(one.address, found);
    }
    batch = [];
  };
  for await (const one of addresses) {
    batch.push(one);
    if (batch.length === BATCH) await locateBatch();
  }
  if (batch.length > 0) await locateBatch();
  return locations;
}
