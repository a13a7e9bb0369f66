import {
  addReplyTemplate,
  changeReplyTemplate,
  deleteReplyTemplate,
  listCases,
  listReplyTemplates,
  type NewReplyTemplate,
  type ReplyTemplate,
} from '@pgis/contract';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';
import { afterSettled, afterSuccess } from '../../ui/forms/mutationEffects.ts';

const templatesKey = ['reply-templates'] as const;

export const templatesQuery = (userId: number | null) =>
  queryOptions({
    queryKey: [...templatesKey, userId],
    queryFn: ({ signal }) => callApi(listReplyTemplates, { signal }),
    staleTime: 0,
  });

/** The newest open case, with which a template is previewed; null without one. */
export const newestCaseQuery = (userId: number | null) =>
  queryOptions({
    queryKey: ['newest-case', userId],
    queryFn: async ({ signal }) => {
      const { items } = await callApi(listCases, {
        query: { _tab: 'all', _sort: 'newest', _size: 1 },
        signal,
      });
      return items[0] ?? null;
    },
  });

interface TemplateToSave {
  /** null adds a template. */
  readonly template: Pick<ReplyTemplate, 'id' | 'version'> | null;
  readonly values: NewReplyTemplate;
}

/** Saves a template; another version on the server than the one the user has seen is not overwritten. */
export const saveTemplate = mutationOptions({
  mutationFn: ({ template, values }: TemplateToSave) =>
    template === null
      ? callApi(addReplyTemplate, { body: values })
      : callApi(changeReplyTemplate, {
          params: { templateId: template.id },
          body: { ...values, version: template.version },
        }),
  ...afterSuccess((client) => void client.invalidateQueries({ queryKey: templatesKey })),
});

export const addTemplates = mutationOptions({
  mutationFn: async (templates: readonly NewReplyTemplate[]) => {
    for (const body of templates) await callApi(addReplyTemplate, { body });
  },
  // A failure leaves those that were added before it.
  ...afterSettled((client) => void client.invalidateQueries({ queryKey: templatesKey })),
});

export const removeTemplate = mutationOptions({
  mutationFn: ({ id }: Pick<ReplyTemplate, 'id' | 'name'>) =>
    callApi(deleteReplyTemplate, { params: { templateId: id } }),
  ...afterSuccess((client) => void client.invalidateQueries({ queryKey: templatesKey })),
});
