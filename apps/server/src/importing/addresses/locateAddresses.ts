import type { CompanyId } from '@pgis/contract';
import type { Extent, Position } from '@pgis/geo';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { Reader } from '../../layers/readVisibleNodes.ts';
import { findByNames } from '../../objects/findByNames.ts';
import type { AddressLocations } from './AddressLocations.ts';
import { chooseLocation } from './chooseLocation.ts';
import type { ListedAddress } from './listAddresses.ts';

const BATCH = 300;

interface Locating {
  /** User whose own company's objects are looked through, as far as they see them. */
  readonly reader: Reader;
  readonly companyId: CompanyId;
  /** Area in EPSG:3857 whose places come first. */
  readonly area: Extent;
}

/** Looks addresses up among the objects of the company and the places of the gazetteer. Nothing is asked from a service. */
export async function locateAddresses(
  db: Kysely<Schema>,
  addresses: AsyncIterable<ListedAddress>,
  { reader, companyId, area }: Locating,
): Promise<AddressLocations> {
  const locations = new Map<string, Position | 'ambiguous'>();
  let batch: ListedAddress[] = [];
  const locateBatch = async () => {
    const folded = [...new Set(batch.map((one) => one.folded))];
    const objects = await findByNames(db, reader, { companyId, folded });
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
