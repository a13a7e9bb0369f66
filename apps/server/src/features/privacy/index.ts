export { dropExportsOf, dropImportsOf } from './dropExports.ts';
export { eraseAddresses, eraseOrigins } from './eraseAddresses.ts';
export { eraseMailFilesOf } from './eraseMailFiles.ts';
export { scheduleErasure } from './scheduleErasure.ts';
