import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { limits } from '@pgis/contract';
import { fileTypeFromBuffer } from 'file-type';
import { sql } from 'kysely';
import sharp from 'sharp';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { AppError } from '../../http/AppError.ts';
import type { UserActor } from '../../plugins/Actor.ts';
import { requireCompanyRight } from '../../plugins/rights.ts';
import { audit } from '../log/index.ts';
import { requireOwnCompany } from './company.ts';
import { receiveOneFile } from './receiveOneFile.ts';

/** Paper shows 100 px of height (PRINT-04), printers three times as many. */
const LARGEST = { width: 1_600, height: 400 } as const;
/** By type: the decoder that may read it. */
const decoders: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
};

/** What was sent is read and drawn anew, upright: nothing but its pixels goes on. */
async function toDataUri(sent: Buffer): Promise<string> {
  // By its first bytes: no decoder, and no parser of SVG, sees anything else.
  const decoder = decoders[(await fileTypeFromBuffer(sent))?.mime ?? ''];
  if (decoder === undefined) throw new AppError('NO_PICTURE');
  try {
    const picture = sharp(sent, { limitInputPixels: limits.attachedImagePixels });
    const { format } = await picture.metadata();
    if (format !== decoder) throw new AppError('NO_PICTURE');
    const png = await picture
      .rotate()
      .resize({ ...LARGEST, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer();
    return `data:image/png;base64,${png.toString('base64')}`;
  } catch (cause) {
    throw new AppError('NO_PICTURE', { cause });
  }
}

async function setLogo(
  { database }: AppDeps,
  actor: UserActor,
  { logoImage, requestId }: { readonly logoImage: string | null; readonly requestId: string },
): Promise<void> {
  const { companyId } = actor;
  await inTransaction(database, {}, async (db) => {
    await db
      .updateTable('companies')
      .set({ logo_image: logoImage })
      .where('company_id', '=', companyId)
      .execute();
    await audit(db, {
      actor,
      action: 'LOGO_CHANGED',
      entity: 'company',
      entityId: companyId,
      details: { removed: logoImage === null },
      requestId,
    });
  });
}

export async function importLogo(
  deps: AppDeps,
  actor: UserActor,
  { raw, requestId }: { readonly raw: IncomingMessage; readonly requestId: string },
): Promise<{ logoImage: string }> {
  requireCompanyRight(actor, 'manageCompany');
  const logoImage = await toDataUri(await receiveOneFile(raw, { mostBytes: limits.logoBytes, take: buffer }));
  await setLogo(deps, actor, { logoImage, requestId });
  return { logoImage };
}

export async function loadLogo(
  { database }: AppDeps,
  actor: UserActor,
  companyId: number,
): Promise<{ logoImage: string | null }> {
  requireOwnCompany(actor, companyId);
  return await database.db
    .selectFrom('companies')
    .select(sql<string | null>`logo_image`.as('logoImage'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
}

export async function deleteLogo(
  deps: AppDeps,
  actor: UserActor,
  { companyId, requestId }: { readonly companyId: number; readonly requestId: string },
): Promise<void> {
  requireOwnCompany(actor, companyId);
  requireCompanyRight(actor, 'manageCompany');
  await setLogo(deps, actor, { logoImage: null, requestId });
}
