export { UserSessions } from './UserSessions.tsx';
