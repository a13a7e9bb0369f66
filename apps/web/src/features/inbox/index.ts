export { Inbox } from './Inbox.tsx';
