import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/index.ts';

const passingCodes: readonly string[] = ['NO_CONNECTION', 'OVERLOADED', 'DATABASE_AWAY'];

/** Errors that may be over in a moment; only these are retried. */
const isPassing = (cause: unknown) => cause instanceof ApiError && passingCodes.includes(cause.code);

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (failures, cause) => failures < 2 && isPassing(cause),
        networkMode: 'always',
      },
      // Values that were sent, such as a password, are not kept.
      mutations: { retry: false, networkMode: 'always', gcTime: 0 },
    },
  });
