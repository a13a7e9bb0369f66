import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import type { Problem } from '../errors.ts';
import { ArchiveId, type CompanyId } from '../ids.ts';
import { limits } from '../limits.ts';
import {
  closed,
  emailPattern,
  ignored,
  LanguageSchema,
  Moment,
  nullable,
  trimmedText,
} from '../primitives.ts';

const companyId = Type.Object({
  companyId: Type.Unsafe<CompanyId>({ type: 'integer', minimum: 0, maximum: 2 ** 31 - 1 }),
});
const text = trimmedText(0, limits.companyTextLength);
/** Longitudes, latitudes and zooms at which the map of a company may start. */
export const startViewRanges = {
  lon: { min: -180, max: 180 },
  lat: { min: -85, max: 85 },
  zoom: { min: 2, max: limits.maxZoom },
} as const;
const { lon, lat, zoom } = startViewRanges;
const lonLat = Type.Tuple([
  Type.Number({ minimum: lon.min, maximum: lon.max }),
  Type.Number({ minimum: lat.min, maximum: lat.max }),
]);

/** D-COMP-01, DATA-28: a company and its contact data. */
const Company = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  regNumber: Type.String(),
  address: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  website: Type.String(),
  /** Language of names that are given in one language only, and of those that a reader's language lacks. */
  language: LanguageSchema,
  /** Lon/lat at which the map starts; null uses the default of the product. */
  defaultCenter: nullable(lonLat),
  defaultZoom: nullable(Type.Number()),
});
export type Company = Static<typeof Company>;

const emailAddress = new RegExp(emailPattern);
/** The address of a website, with or without `https://`. */
const webAddress = /^(https?:\/\/)?[^\s/:?#@.]+(\.[^\s/:?#@.]+)+(:\d+)?([/?#]\S*)?$/i;

/** Lists what is wrong with contact data. What is stored already may stay as it is. */
export function listCompanyProblems(
  { email, website }: Pick<Company, 'email' | 'website'>,
  stored: Pick<Company, 'email' | 'website'>,
): Problem[] {
  const isRefused = (text: string, storedText: string, pattern: RegExp) =>
    text.trim() !== '' && text !== storedText && !pattern.test(text.trim());
  return [
    ...(isRefused(email, stored.email, emailAddress)
      ? [{ path: '/email', code: 'EMAIL_FORMAT' as const }]
      : []),
    ...(isRefused(website, stored.website, webAddress)
      ? [{ path: '/website', code: 'WEB_ADDRESS_FORMAT' as const }]
      : []),
  ];
}

export const getCompany = defineCall({
  name: 'getCompany',
  method: 'GET',
  path: '/api/v1/companies/:companyId',
  summary: 'One’s own company',
  tag: 'companies',
  policy: { audience: 'signedIn' },
  params: companyId,
  reply: { status: 200, schema: Company },
});

export const updateCompany = defineCall({
  name: 'updateCompany',
  method: 'PUT',
  path: '/api/v1/companies/:companyId',
  summary: 'Replace the data of the company',
  tag: 'companies',
  policy: { audience: 'signedIn', right: 'manageCompany' },
  params: companyId,
  body: closed({
    name: trimmedText(1, limits.companyTextLength),
    regNumber: text,
    address: text,
    email: text,
    phone: text,
    website: text,
    /** Missing keeps the stored one. */
    language: Type.Optional(LanguageSchema),
    defaultCenter: nullable(lonLat),
    defaultZoom: nullable(Type.Integer({ minimum: zoom.min, maximum: zoom.max })),
    ...ignored('id'),
  }),
  reply: { status: 200, schema: Company },
});

/** Logo as a data URI for `img`; null when the company has none. */
const Logo = Type.Object({ logoImage: nullable(Type.String()) });

export const loadLogo = defineCall({
  name: 'loadLogo',
  method: 'GET',
  path: '/api/v1/profile-files/load-logo/:companyId',
  summary: 'The logo of one’s own company',
  tag: 'companies',
  policy: { audience: 'signedIn' },
  params: companyId,
  reply: { status: 200, schema: Logo },
});

/** The body is a form with one part `file`. */
export const importLogo = defineCall({
  name: 'importLogo',
  method: 'POST',
  path: '/api/v1/profile-files/import-logo',
  summary: 'Set the logo of one’s own company: multipart form with a PNG, JPEG or WebP up to 2 MB',
  tag: 'companies',
  policy: { audience: 'signedIn', right: 'manageCompany' },
  isMultipart: true,
  reply: { status: 200, schema: Logo },
  errors: ['PAYLOAD_TOO_LARGE', 'UPLOAD_BROKEN', 'NO_PICTURE'],
});

export const deleteLogo = defineCall({
  name: 'deleteLogo',
  method: 'DELETE',
  path: '/api/v1/profile-files/delete-logo/:companyId',
  summary: 'Take the logo of one’s own company away',
  tag: 'companies',
  policy: { audience: 'signedIn', right: 'manageCompany' },
  params: companyId,
  reply: { status: 204 },
});

/** D-FILE-04: an image archive of a company. `addedBy` is empty where the user was deleted. */
const CompanyZip = Type.Object({
  id: ArchiveId,
  name: Type.String(),
  size: Type.Integer(),
  entries: Type.Integer(),
  addedAt: Moment,
  addedBy: Type.String(),
});
export type CompanyZip = Static<typeof CompanyZip>;

const archiveName = Type.Object({ name: Type.String({ minLength: 1, maxLength: limits.fileNameLength }) });
const archives = { tag: 'companies', policy: { audience: 'signedIn', right: 'manageCompany' } } as const;

/** The body is a form with one part `file`. */
export const importZip = defineCall({
  ...archives,
  name: 'importZip',
  method: 'POST',
  path: '/api/v1/profile-files/import-zip',
  summary: 'Add an image archive to one’s own company: multipart form with a zip up to 100 MB',
  isMultipart: true,
  reply: { status: 201, schema: CompanyZip },
  errors: [
    'PAYLOAD_TOO_LARGE',
    'UPLOAD_BROKEN',
    'ARCHIVE_UNREADABLE',
    'ARCHIVE_EMPTY',
    'ARCHIVE_FILES',
    'ARCHIVE_LINK',
    'ARCHIVE_PATH',
    'ARCHIVE_EXPANDS',
    'ARCHIVE_EXISTS',
    'TOO_MANY_ARCHIVES',
  ],
});

export const listCompanyZips = defineCall({
  ...archives,
  name: 'listCompanyZips',
  method: 'GET',
  path: '/api/v1/profile-files/company-zips/:companyId',
  summary: 'Image archives of one’s own company, the newest first',
  params: companyId,
  reply: { status: 200, schema: Type.Array(CompanyZip) },
});

export const downloadProfileFile = defineCall({
  ...archives,
  name: 'downloadProfileFile',
  method: 'POST',
  path: '/api/v1/profile-files/download',
  summary: 'An image archive as it was sent',
  body: closed(archiveName.properties),
  reply: { status: 200, as: 'binary' },
});

export const deleteProfileFile = defineCall({
  ...archives,
  name: 'deleteProfileFile',
  method: 'DELETE',
  path: '/api/v1/profile-files/delete',
  summary: 'Delete an image archive',
  query: closed(archiveName.properties),
  reply: { status: 204 },
});
