export {
  insertComments,
  isCommentStatus,
  markCommentsDeleted,
  requireCommentRoom,
  updateLatestComments,
} from './commentRows.ts';
export { commentRoutes } from './routes.ts';
