import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { FileId, ObjectId } from '../ids.ts';
import { limits } from '../limits.ts';
import { closed, Moment, nullable } from '../primitives.ts';

/** Longer sides, in pixels, of the images made from an attached image (D-FILE-02). */
export const imageSidesPx = { thumbnail: 256, preview: 1600 } as const;
export type ImageSize = keyof typeof imageSidesPx;

const share = (least: object) => Type.Number({ minimum: 0, maximum: 1, ...least });

/** Part of an image that the public gets pixelated: shares of the upright image's sides, from its top left corner. */
export const ImageBox = closed({
  x: share({}),
  y: share({}),
  width: share({ exclusiveMinimum: 0 }),
  height: share({ exclusiveMinimum: 0 }),
});
export type ImageBox = Static<typeof ImageBox>;

/** DATA-26, D-FILE-01: a file attached to an object. */
export const GeomFile = Type.Object({
  id: FileId,
  geometryId: ObjectId,
  /** Value of `id`, under the name that paths use. */
  fileId: FileId,
  name: Type.String(),
  description: Type.String(),
  added: Moment,
  /** Size in bytes. */
  size: Type.Integer(),
  /** Media type detected from the content, not from the name. */
  mime: Type.String(),
  isImage: Type.Boolean(),
  canDelete: Type.Boolean(),
  /** The public does not get the image. */
  isHidden: Type.Boolean(),
  /** Parts of the image that the public gets pixelated. */
  boxes: Type.Array(ImageBox),
  /** Addresses for `img`, valid for at least 5 minutes; null for files that are not images. */
  images: nullable(Type.Object({ thumbnail: Type.String(), preview: Type.String() })),
});
export type GeomFile = Static<typeof GeomFile>;

const GeomFileList = Type.Array(GeomFile);
const ofGeometry = Type.Object({ geometryId: ObjectId });
const ofFile = Type.Object({ geometryId: ObjectId, fileId: FileId });

export const listGeomFiles = defineCall({
  name: 'listGeomFiles',
  tag: 'files',
  policy: { audience: 'signedIn', right: 'seeFiles' },
  method: 'GET',
  path: '/api/v1/geom-files/:geometryId',
  summary: 'The files of an object, newest first',
  params: ofGeometry,
  reply: { status: 200, schema: GeomFileList },
});

/**
 * The body is a form with `geometryId` and, repeated in the same order, `file` and `file_description` (DATA-27).
 */
export const addGeomFiles = defineCall({
  name: 'addGeomFiles',
  tag: 'files',
  policy: { audience: 'anyone', right: 'addFiles' },
  method: 'POST',
  path: '/api/v1/geom-files',
  summary: 'Attach files to an object: multipart form with geometryId, file and file_description',
  isMultipart: true,
  reply: { status: 201, schema: GeomFileList },
  errors: ['PAYLOAD_TOO_LARGE', 'TOO_MANY_REQUESTS', 'UPLOAD_BROKEN', 'STORAGE_FULL', 'STORAGE_AWAY'],
});

export const downloadGeomFile = defineCall({
  name: 'downloadGeomFile',
  tag: 'files',
  policy: { audience: 'signedIn', right: 'seeFiles' },
  method: 'GET',
  path: '/api/v1/geom-files/download/:geometryId/:fileId',
  summary: 'A file as it was uploaded, byte for byte',
  params: ofFile,
  reply: { status: 200, as: 'binary' },
  errors: ['STORAGE_AWAY'],
});

export const deleteGeomFile = defineCall({
  name: 'deleteGeomFile',
  tag: 'files',
  policy: { audience: 'signedIn', right: 'deleteFiles' },
  method: 'DELETE',
  path: '/api/v1/geom-files/delete/:geometryId/:fileId',
  summary: 'Delete a file of an object',
  params: ofFile,
  reply: { status: 204 },
});

export const changeGeomImage = defineCall({
  name: 'changeGeomImage',
  tag: 'files',
  policy: { audience: 'signedIn', right: 'reviewObject' },
  method: 'PATCH',
  path: '/api/v1/geom-files/:geometryId/:fileId',
  summary:
    'Hide an image from the public or show it again, or pixelate parts of what the public gets; the original stays',
  params: ofFile,
  body: closed({
    isHidden: Type.Optional(Type.Boolean()),
    boxes: Type.Optional(Type.Array(ImageBox, { maxItems: limits.imageBoxes })),
  }),
  reply: { status: 200, schema: GeomFile },
});

export const listGeomImages = defineCall({
  name: 'listGeomImages',
  tag: 'files',
  policy: { audience: 'anyone' },
  method: 'GET',
  path: '/api/v1/geom-files/images/:geometryId',
  summary: 'Addresses of the thumbnails of an object, for whoever may see it, newest first',
  params: ofGeometry,
  reply: { status: 200, schema: Type.Array(Type.String()) },
});

/** Serves `img`, which sends no token: a file of a public object, or one with a signed address. */
export const getGeomImage = defineCall({
  name: 'getGeomImage',
  tag: 'files',
  policy: { audience: 'ignoresSession' },
  method: 'GET',
  path: '/api/v1/geom-files/image/:fileId/:size',
  summary: 'A thumbnail or preview of an attached image, upright and without EXIF',
  params: Type.Object({
    fileId: FileId,
    size: Type.Union([Type.Literal('thumbnail'), Type.Literal('preview')]),
  }),
  query: Type.Object(
    {
      /** Seconds since 1970 until which the signature is valid. */
      until: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
      signature: Type.Optional(Type.String({ maxLength: 64 })),
      /** The signature is for the image as the public gets it. */
      masked: Type.Optional(Type.Literal(1)),
    },
    { additionalProperties: false },
  ),
  reply: { status: 200, as: 'binary' },
});
