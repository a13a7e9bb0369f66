import type { Database } from '@pgis/server';
import { addComment, addObject } from '@pgis/testkit';

/** Adds an object that is not public and has the word `canary` in every text, also in a comment. */
export async function addCanary(
  database: Database,
  { canary, ...object }: { readonly classId: number; readonly wkt: string; readonly canary: string },
): Promise<number> {
  const id = await addObject(database, {
    ...object,
    name: canary,
    description: canary,
    data: { state: canary },
    isPublic: false,
    userEmail: `${canary}@example.com`,
  });
  await addComment(database, { geomId: id, content: canary, isPublic: true });
  return id;
}
