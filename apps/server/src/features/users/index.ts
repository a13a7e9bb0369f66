export { addUser, makeSignInLink, type NewUserRequest } from './addUser.ts';
export { createUser } from './createUser.ts';
export { listUsers } from './listUsers.ts';
export { userRoutes } from './routes.ts';
