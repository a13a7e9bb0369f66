export {
  hasRoomForComment,
  insertComments,
  isCommentStatus,
  keepLatestComments,
  markCommentsDeleted,
} from './repository.ts';
export { commentRoutes } from './routes.ts';
