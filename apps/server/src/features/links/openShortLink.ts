import { sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { AppError } from '../../errors/AppError.ts';

/**
 * Returns what a link shows and counts the opening. A user who opens it sees as much as their own rights allow; nothing
 * about them is stored.
 */
export async function openShortLink(
  { database: { db }, clock }: AppDeps,
  code: string,
): Promise<{ address: string }> {
  const opened = await db
    .updateTable('short_links')
    .set({ opened_count: sql`opened_count + 1` })
    .where('code', '=', code)
    .where('turned_off_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', clock.now)]))
    .returning('address')
    .executeTakeFirst();
  if (opened) return opened;
  const ended = await db
    .selectFrom('short_links')
    .select('turned_off_at')
    .where('code', '=', code)
    .executeTakeFirst();
  if (!ended) throw new AppError('LINK_UNKNOWN');
  throw new AppError(ended.turned_off_at === null ? 'LINK_EXPIRED' : 'LINK_TURNED_OFF');
}
