import type { MutationFunctionContext, QueryClient } from '@tanstack/react-query';

/** Mutation options that update the cache after a success. The mutation waits for a returned promise. */
export const afterSuccess = (effect: (client: QueryClient, data: unknown) => unknown) => ({
  onSuccess: (data: unknown, _variables: unknown, _result: unknown, { client }: MutationFunctionContext) =>
    effect(client, data),
});

/** Mutation options that update the cache after a success or a failure. The mutation waits for a returned promise. */
export const afterSettled = (effect: (client: QueryClient) => unknown) => ({
  onSettled: (
    _data: unknown,
    _cause: unknown,
    _variables: unknown,
    _result: unknown,
    { client }: MutationFunctionContext,
  ) => effect(client),
});
