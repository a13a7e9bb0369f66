import { timingSafeEqual } from 'node:crypto';
import { callPath, type FileId, getGeomImage, type ImageSize } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { Secrets } from '../../../access/Secrets.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Clock } from '../../../runtime/Clock.ts';

const VALID_S = 300;
/** Addresses made within one minute are equal, so that a browser requests each image once. */
const STEP_S = 60;

interface Image {
  readonly fileId: FileId;
  readonly size: ImageSize;
  /** The image as the public gets it. */
  readonly isMasked?: boolean;
}

export interface Signature {
  /** Seconds since 1970. */
  readonly until?: number;
  readonly signature?: string;
}

const sign = (secrets: Secrets, { fileId, size, isMasked = false }: Image, until: number): Promise<Buffer> =>
  secrets.sign('image-address', `${fileId} ${size} ${until}${isMasked ? ' masked' : ''}`);

async function nowS(db: Kysely<Schema>, clock: Clock): Promise<number> {
  const { rows } = await sql<{ now: number }>`
    SELECT extract(epoch FROM ${clock.now})::double precision AS now`.execute(db);
  return rows[0]?.now ?? Number.POSITIVE_INFINITY;
}

/** Returns the expiry of signatures made now. */
export async function validUntil(db: Kysely<Schema>, clock: Clock): Promise<number> {
  return Math.ceil((await nowS(db, clock)) / STEP_S) * STEP_S + VALID_S;
}

export const openAddress = ({ fileId, size }: Image): string => callPath(getGeomImage, { fileId, size });

/** Returns an address that works for anybody who has it, until it expires. */
export async function signedAddress(secrets: Secrets, image: Image, until: number): Promise<string> {
  const signature = (await sign(secrets, image, until)).toString('base64url');
  return `${openAddress(image)}?until=${until}&signature=${signature}${image.isMasked ? '&masked=1' : ''}`;
}

export async function isSigned(
  { db, clock, secrets }: { readonly db: Kysely<Schema>; readonly clock: Clock; readonly secrets: Secrets },
  image: Image,
  { until, signature }: Signature,
): Promise<boolean> {
  if (until === undefined || signature === undefined) return false;
  const expected = await sign(secrets, image, until);
  const given = Buffer.from(signature, 'base64url');
  return (
    given.length === expected.length && timingSafeEqual(given, expected) && until > (await nowS(db, clock))
  );
}
