export { CommentList } from './CommentList.tsx';
export { StatusMark } from './StatusMark.tsx';
