import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { LayerId, ObjectId, ReplyTemplateId, StatusId } from '../ids.ts';
import { limits } from '../limits.ts';
import { closed, LanguageSchema, nullable, trimmedText } from '../primitives.ts';

/** Reply templates: texts of a company for answers to the reporters of cases, in three languages. */

const { nameLength, layers } = limits.replyTemplates;

/** `{name}` in the text of a template stands for what the answered case has under this name. */
export const replyPlaceholders = [
  ...(['number', 'address', 'topic', 'layer', 'status', 'due', 'unit', 'link'] as const),
] as const;
export type ReplyPlaceholder = (typeof replyPlaceholders)[number];

const placeholder = /\{([^{}]*)\}/g;

const isPlaceholder = (name: string): name is ReplyPlaceholder =>
  (replyPlaceholders as readonly string[]).includes(name);

/** Placeholders of a text that no case has a value for. */
export const listUnknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(placeholder)].flatMap(([whole, name = '']) => (isPlaceholder(name) ? [] : [whole]));

/** Puts the values of a case into a text; the writer fills in what the case does not have, where the "…" stands. */
export const fillReply = (text: string, values: Readonly<Record<ReplyPlaceholder, string>>): string =>
  text.replace(placeholder, (whole, name: string) => (isPlaceholder(name) ? values[name] || '…' : whole));

const text = Type.Optional(trimmedText(0, limits.commentLength));

/** Texts by language, as far as they are written. */
export const ReplyTexts = closed({ en: text, ru: text, lv: text });
export type ReplyTexts = Static<typeof ReplyTexts>;

const templateProperties = {
  name: trimmedText(1, nameLength),
  /** Case layers for which it is offered; empty: all. */
  layerIds: Type.Array(LayerId, { maxItems: layers, uniqueItems: true }),
  /** Status that the answer proposes; null: none. */
  statusId: nullable(StatusId),
  texts: ReplyTexts,
};

export const ReplyTemplate = Type.Object({
  id: ReplyTemplateId,
  ...templateProperties,
  /** Rises with every change. */
  version: Type.Integer(),
});
export type ReplyTemplate = Static<typeof ReplyTemplate>;

const NewTemplate = closed(templateProperties);
export type NewReplyTemplate = Static<typeof NewTemplate>;

const policy = { audience: 'signedIn', right: 'manageCompany' } as const;
const tag = 'cases';
const templateId = Type.Object({ templateId: ReplyTemplateId });

export const listReplyTemplates = defineCall({
  name: 'listReplyTemplates',
  method: 'GET',
  path: '/api/v1/reply-templates',
  summary: 'Reply templates of the company by name',
  tag,
  policy,
  reply: { status: 200, schema: Type.Array(ReplyTemplate) },
});

export const addReplyTemplate = defineCall({
  name: 'addReplyTemplate',
  method: 'POST',
  path: '/api/v1/reply-templates',
  summary: 'Add a reply template with a text in at least one language',
  tag,
  policy,
  body: NewTemplate,
  reply: { status: 201, schema: ReplyTemplate },
  errors: ['TOO_MANY_TEMPLATES'],
});

export const changeReplyTemplate = defineCall({
  name: 'changeReplyTemplate',
  method: 'PUT',
  path: '/api/v1/reply-templates/:templateId',
  summary: 'Replace a reply template; comments made from it stay as they are',
  tag,
  policy,
  params: templateId,
  body: closed({
    ...templateProperties,
    /** Version that was changed; another one answers 409. */
    version: Type.Integer({ minimum: 1 }),
  }),
  reply: { status: 200, schema: ReplyTemplate },
  errors: ['TEMPLATE_CHANGED'],
});

export const deleteReplyTemplate = defineCall({
  name: 'deleteReplyTemplate',
  method: 'DELETE',
  path: '/api/v1/reply-templates/:templateId',
  summary: 'Delete a reply template; comments made from it stay as they are',
  tag,
  policy,
  params: templateId,
  reply: { status: 204 },
});

/** A template as an answer to one case. */
const Reply = Type.Object({
  id: ReplyTemplateId,
  name: Type.String(),
  /** It is for the layer of the case and not for all. */
  isForLayer: Type.Boolean(),
  statusId: nullable(StatusId),
  /** With the values of the case in it. */
  text: Type.String(),
  /** Language of the text. */
  language: LanguageSchema,
});
export type Reply = Static<typeof Reply>;

export const listReplies = defineCall({
  name: 'listReplies',
  method: 'GET',
  path: '/api/v1/geoms/:id/replies',
  summary: 'Answers to the reporter of an object that the templates propose, those of its layer first',
  tag,
  policy: { audience: 'signedIn', right: 'addComment' },
  params: Type.Object({ id: ObjectId }),
  reply: {
    status: 200,
    schema: Type.Object({
      /** Language of the reporter, else that of the company. */
      language: LanguageSchema,
      replies: Type.Array(Reply),
    }),
  },
});
export type Replies = Static<typeof listReplies.reply.schema>;
