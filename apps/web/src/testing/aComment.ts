import type { Comment } from '@pgis/contract';

/** A public comment for tests, of a colleague. */
export const aComment = (changes: Partial<Comment> = {}): Comment => ({
  id: 4294967401,
  content: 'Culvert opened',
  statusId: 4294967305,
  status: 'In progress',
  statusType: 'open',
  isPublic: true,
  added: '2026-10-17T06:41:00.000Z',
  author: 'Ilze Bērziņa',
  canDelete: false,
  ...changes,
});
