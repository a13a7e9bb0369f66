import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/index.ts';

const passingCodes: readonly string[] = ['NO_CONNECTION', 'OVERLOADED', 'DATABASE_AWAY'];

/** Only what may be better in a moment is tried again. */
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
      mutations: { retry: false, networkMode: 'always' },
    },
  });
