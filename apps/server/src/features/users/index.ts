export { addUser, makeSignInLink, type NewUserRequest } from './addUser.ts';
export { anonymiseUser } from './anonymiseUser.ts';
export { createUser } from './createUser.ts';
export { writeInvitation } from './invitation.ts';
export { listUsers } from './listUsers.ts';
export { writeReset } from './resendPassword.ts';
export { userRoutes } from './routes.ts';
