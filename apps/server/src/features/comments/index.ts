export {
  canTakeComment,
  insertComments,
  isCommentStatus,
  markCommentsDeleted,
  updateLatestComments,
} from './commentRows.ts';
export { commentRoutes } from './routes.ts';
