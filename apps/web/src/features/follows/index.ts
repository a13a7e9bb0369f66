export { FollowAreaDialog } from './FollowAreaDialog.tsx';
export { FollowButton, VisitorFollowDialog } from './FollowButton.tsx';
export { FollowedList } from './FollowedList.tsx';
export { useFollows } from './followQueries.ts';
