import { type Static, Type } from 'typebox';
import { defineCall } from './call.ts';
import { limits } from './limits.ts';
import { closed, ignored, nullable, trimmedText } from './primitives.ts';

const companyId = Type.Object({ companyId: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }) });
const text = trimmedText(0, limits.companyTextLength);
const lonLat = Type.Tuple([
  Type.Number({ minimum: -180, maximum: 180 }),
  Type.Number({ minimum: -85, maximum: 85 }),
]);

/** D-COMP-01, DATA-28. */
const Company = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  regNumber: Type.String(),
  address: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  website: Type.String(),
  /** Lon/lat at which the map starts; null: the product's. */
  defaultCenter: nullable(lonLat),
  defaultZoom: nullable(Type.Number()),
});
export type Company = Static<typeof Company>;

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
    defaultCenter: nullable(lonLat),
    defaultZoom: nullable(Type.Integer({ minimum: 2, maximum: 28 })),
    ...ignored('id'),
  }),
  reply: { status: 200, schema: Company },
});

/** A data URI for `img`; null: the company has none. */
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

/** A form with one part `file`. */
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
