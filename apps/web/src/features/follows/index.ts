export { FollowAreaDialog } from './FollowAreaDialog.tsx';
export { FollowButton } from './FollowButton.tsx';
export { FollowedList } from './FollowedList.tsx';
export { useFollows } from './followQueries.ts';
