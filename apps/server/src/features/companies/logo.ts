import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type CompanyId, limits } from '@pgis/contract';
import { fileTypeFromBuffer } from 'file-type';
import { sql } from 'kysely';
import sharp from 'sharp';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { requireCompanyPermission } from '../../access/permissions.ts';
import { audit } from '../../audit/audit.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { AppError } from '../../errors/AppError.ts';
import { requireOwnCompany } from './company.ts';
import { receiveOneFile } from './receiveOneFile.ts';

/** Paper shows 100 px of height (PRINT-04); printers have three times as many. */
const LARGEST = { width: 1_600, height: 400 } as const;
/** Decoder that may read the image, by type. */
const decoders: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
};

/** Decodes and re-encodes the uploaded image, upright, so that nothing but its pixels is stored. */
async function toDataUri(sent: Buffer): Promise<string> {
  // The type comes from the first bytes: no other decoder, and no parser of SVG, ever reads the file.
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
  requireCompanyPermission(actor, 'manageCompany');
  const logoImage = await toDataUri(await receiveOneFile(raw, { maxBytes: limits.logoBytes, take: buffer }));
  await setLogo(deps, actor, { logoImage, requestId });
  return { logoImage };
}

export async function loadLogo(
  { database }: AppDeps,
  actor: UserActor,
  companyId: CompanyId,
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
  { companyId, requestId }: { readonly companyId: CompanyId; readonly requestId: string },
): Promise<void> {
  requireOwnCompany(actor, companyId);
  requireCompanyPermission(actor, 'manageCompany');
  await setLogo(deps, actor, { logoImage: null, requestId });
}
