export { findPasswordProblem } from './findPasswordProblem.ts';
export { hashPassword, isPassword } from './hashPassword.ts';
export { endSessionsOf, findUserByEmail, listLivingSessions } from './repository.ts';
export { sessionRoutes } from './routes.ts';
