import type { MailWriters } from '../../mail/sendDueMails.ts';
import { writeInvitation, writeReset } from '../users/index.ts';
import { writeCommentNews, writeReceipt, writeReviewNews } from './reporterMail.ts';

/** One for each kind of mail that can wait in the queue. */
export const mailWriters: MailWriters = {
  invitation: writeInvitation,
  reset: writeReset,
  receipt: writeReceipt,
  comment: writeCommentNews,
  review: writeReviewNews,
};
