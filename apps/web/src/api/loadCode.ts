import { ApiError } from './ApiError.ts';

/** Loads code on demand. Throws an `ApiError` that says in words that the server cannot be reached. */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new ApiError({ code: 'NO_CONNECTION', status: 0 }, { cause });
  }
}
