export { addUser, makeSignInLink, type NewUserRequest } from './addUser.ts';
export { anonymiseUser } from './anonymiseUser.ts';
export { createUser } from './createUser.ts';
export { listUsers } from './listUsers.ts';
export { writeInvitation } from './passwords/invitation.ts';
export { writeReset } from './passwords/resendPassword.ts';
export { userRoutes } from './routes.ts';
